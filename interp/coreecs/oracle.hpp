/// Engines against the calculus: driven through random programs, or judged by the states that they come to.
#pragma once

#include "interp/oracle/conform.hpp"
#include "interp/oracle/sequential.hpp"
#include "interp/oracle/state_builder.hpp"
#include "interp/oracle/tell.hpp"
