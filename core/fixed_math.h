// exp, log, sin and cos whose bits are the same on every machine.
//
// libm's differ in the last bit between systems, and with them a picture or a saved grid would. These use
// only operations that IEEE 754 fixes (+ - * /, floating-point contraction is off): bring the argument into a
// small range where a short Taylor series is exact to a double, then undo that.
#pragma once

namespace whatwhere {

// e^x, within 1 ulp: +inf from 709.79 on, 0 below -745.14, NaN for NaN. exp(0) is exactly 1.
double fixed_exp(double x);

// Natural logarithm of a normal positive double (2.2e-308 to 1.8e308; anything else gives nonsense), within
// 2 ulp.
double fixed_log(double x);

// The sine and the cosine of x radians for |x| <= 2^20, within 1 ulp (where they cross zero, within 1e-29 if
// that is more). NaN for NaN and for any other x. sin(0) is exactly 0, cos(0) exactly 1.
double fixed_sin(double x);
double fixed_cos(double x);

}  // namespace whatwhere
