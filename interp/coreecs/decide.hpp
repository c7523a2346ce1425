/// The four verdicts on a schedule, and what holds on every state; in words and in JSON.
#pragma once

#include "interp/check/decide/check.hpp"
#include "interp/views/report/report.hpp"
