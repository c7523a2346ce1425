/// Apps: built in C++, loaded from JSON, printed and imported; their order, and which of their systems conflict.
#pragma once

#include "interp/app/builder.hpp"
#include "interp/app/conflicts.hpp"
#include "interp/app/load.hpp"
#include "interp/app/order.hpp"
#include "interp/app/print.hpp"
#include "interp/importer/import.hpp"
