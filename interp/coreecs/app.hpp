/// Apps: built in C++, loaded from JSON, printed and imported; their order, and which of their systems conflict.
#pragma once

#include "interp/apps/app/builder.hpp"
#include "interp/apps/app/conflicts.hpp"
#include "interp/apps/app/load.hpp"
#include "interp/apps/app/order.hpp"
#include "interp/apps/app/print.hpp"
#include "interp/apps/importer/import.hpp"
