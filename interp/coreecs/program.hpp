/// Programs in JSON: loaded, and printed again.
#pragma once

#include "interp/language/format/load.hpp"
#include "interp/language/format/print.hpp"
