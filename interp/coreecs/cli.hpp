/// The command line, for programs in C++.
#pragma once

#include "interp/commands/cli.hpp"
