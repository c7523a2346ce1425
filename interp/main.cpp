#include "interp/cli.hpp"

int main(int argc, char** argv) { return coreecs::command_line(argc, argv); }
