/// The four verdicts on a schedule, and what holds on every state; in words and in JSON.
#pragma once

#include "interp/decide/check.hpp"
#include "interp/report/report.hpp"
#include "interp/report/static_report.hpp"
