#ifndef CBOOSTMATH_H
#define CBOOSTMATH_H

// C interface to distribution functions of Boost.Math. Every function returns NaN outside its
// domain, so no C++ exception reaches the caller.

#ifdef __cplusplus
extern "C" {
#endif

/// P(Z > z) of the standard normal distribution.
double cboost_normal_upper(double z);
/// Quantile of the standard normal distribution.
double cboost_normal_quantile(double probability);

/// P(T > t) of Student's t distribution.
double cboost_students_t_upper(double degrees_of_freedom, double t);
/// Quantile of Student's t distribution.
double cboost_students_t_quantile(double degrees_of_freedom, double probability);
/// P(T <= t) of the noncentral t distribution.
double cboost_noncentral_t_lower(double degrees_of_freedom, double noncentrality, double t);
/// P(T > t) of the noncentral t distribution.
double cboost_noncentral_t_upper(double degrees_of_freedom, double noncentrality, double t);

/// P(X > x) of the chi-squared distribution.
double cboost_chi_squared_upper(double degrees_of_freedom, double x);

/// P(F > x) of Fisher's F distribution.
double cboost_fisher_f_upper(double numerator_df, double denominator_df, double x);
/// Quantile of Fisher's F distribution.
double cboost_fisher_f_quantile(
    double numerator_df, double denominator_df, double probability);

/// Quantile of the beta distribution.
double cboost_beta_quantile(double a, double b, double probability);

/// P(X = k) of the binomial distribution.
double cboost_binomial_mass(double trials, double probability, double k);
/// P(X <= k) of the binomial distribution.
double cboost_binomial_lower(double trials, double probability, double k);
/// P(X > k) of the binomial distribution.
double cboost_binomial_upper(double trials, double probability, double k);

/// Γ(a) / Γ(b). Overflows only if the ratio itself is too large.
double cboost_gamma_ratio(double a, double b);

#ifdef __cplusplus
}
#endif

#endif
