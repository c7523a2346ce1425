/// Certificates: made from a verdict, and judged by what has nothing in common with what decided.
#pragma once

#include "interp/check/record/certify.hpp"
#include "interp/check/verify/verify.hpp"
