#ifndef CBOOSTMATH_H
#define CBOOSTMATH_H

#ifdef __cplusplus
extern "C" {
#endif

/// Quantile of Student's t distribution (Boost.Math `students_t`), NaN outside its domain.
double cboost_students_t_quantile(double degrees_of_freedom, double probability);

#ifdef __cplusplus
}
#endif

#endif
