#include "CBoostMath.h"

#include <boost/math/distributions/students_t.hpp>
#include <limits>

// Errors of the domain become NaN at the border to C: no exception may cross into Swift.
extern "C" double cboost_students_t_quantile(double degrees_of_freedom, double probability) {
    try {
        return boost::math::quantile(
            boost::math::students_t_distribution<double>(degrees_of_freedom), probability);
    } catch (...) {
        return std::numeric_limits<double>::quiet_NaN();
    }
}
