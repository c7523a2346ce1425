/// Programs in C++: components are structs, systems are lambdas over a query.
#pragma once

#include "interp/language/typed/typed.hpp"
