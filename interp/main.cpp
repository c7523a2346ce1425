#include "interp/commands/cli.hpp"

int main(int argc, char** argv) { return coreecs::cli(argc, argv); }
