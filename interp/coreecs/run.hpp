/// Programs run frame by frame: by the reference, or on threads.
#pragma once

#include "interp/run/execution.hpp"
#include "interp/run/threads.hpp"
