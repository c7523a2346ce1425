/// Certificates: made from a verdict, and judged by what has nothing in common with what decided.
#pragma once

#include "interp/record/certificate_write.hpp"
#include "interp/record/certify.hpp"
#include "interp/verify/verify.hpp"
