#include "CBoostMath.h"

#include <boost/math/distributions/beta.hpp>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/non_central_t.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <limits>

namespace {

namespace bm = boost::math;

// Returns the result of `body`, or NaN if `body` throws an exception, such as a domain error.
template <typename Body>
double guarded(Body body) {
    try {
        return body();
    } catch (...) {
        return std::numeric_limits<double>::quiet_NaN();
    }
}

}  // namespace

extern "C" {

double cboost_normal_upper(double z) {
    return guarded([=] { return bm::cdf(bm::complement(bm::normal(), z)); });
}

double cboost_normal_quantile(double probability) {
    return guarded([=] { return bm::quantile(bm::normal(), probability); });
}

double cboost_students_t_upper(double degrees_of_freedom, double t) {
    return guarded([=] {
        return bm::cdf(bm::complement(bm::students_t(degrees_of_freedom), t));
    });
}

double cboost_students_t_quantile(double degrees_of_freedom, double probability) {
    return guarded([=] { return bm::quantile(bm::students_t(degrees_of_freedom), probability); });
}

double cboost_noncentral_t_lower(double degrees_of_freedom, double noncentrality, double t) {
    return guarded([=] {
        return bm::cdf(bm::non_central_t(degrees_of_freedom, noncentrality), t);
    });
}

double cboost_noncentral_t_upper(double degrees_of_freedom, double noncentrality, double t) {
    return guarded([=] {
        return bm::cdf(bm::complement(bm::non_central_t(degrees_of_freedom, noncentrality), t));
    });
}

double cboost_chi_squared_upper(double degrees_of_freedom, double x) {
    return guarded([=] {
        return bm::cdf(bm::complement(bm::chi_squared(degrees_of_freedom), x));
    });
}

double cboost_fisher_f_upper(double numerator_df, double denominator_df, double x) {
    return guarded([=] {
        return bm::cdf(bm::complement(bm::fisher_f(numerator_df, denominator_df), x));
    });
}

double cboost_fisher_f_quantile(
    double numerator_df, double denominator_df, double probability) {
    return guarded([=] {
        return bm::quantile(bm::fisher_f(numerator_df, denominator_df), probability);
    });
}

double cboost_beta_quantile(double a, double b, double probability) {
    return guarded([=] { return bm::quantile(bm::beta_distribution<>(a, b), probability); });
}

double cboost_binomial_mass(double trials, double probability, double k) {
    return guarded([=] { return bm::pdf(bm::binomial(trials, probability), k); });
}

double cboost_binomial_lower(double trials, double probability, double k) {
    return guarded([=] { return bm::cdf(bm::binomial(trials, probability), k); });
}

double cboost_binomial_upper(double trials, double probability, double k) {
    return guarded([=] {
        return bm::cdf(bm::complement(bm::binomial(trials, probability), k));
    });
}

double cboost_gamma_ratio(double a, double b) {
    return guarded([=] { return bm::tgamma_ratio(a, b); });
}

}
