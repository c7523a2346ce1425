#include "interp/cli/cli.hpp"

int main(int argc, char** argv) { return coreecs::cli(argc, argv); }
