/// Programs in JSON: loaded, and printed again.
#pragma once

#include "interp/format/load.hpp"
#include "interp/format/print.hpp"
