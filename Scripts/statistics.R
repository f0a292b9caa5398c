# Reference values from R for Scripts/compare-statistics: reads the sets as JSON from the first
# argument and writes a list of results for each procedure to the second.
suppressMessages({ library(jsonlite); library(survival); library(lme4); library(lmerTest) })
arguments <- commandArgs(trailingOnly = TRUE)
sets <- fromJSON(arguments[1], simplifyVector = TRUE, simplifyDataFrame = FALSE, simplifyMatrix = FALSE)
each <- function(kind, body) lapply(sets[[kind]], function(set) {
  tryCatch(suppressWarnings(suppressMessages(body(set))), error = function(e) list())
})
frame <- function(set) data.frame(
  y = unlist(set$y), done = unlist(set$done), errors = unlist(set$errors),
  c2 = as.numeric(unlist(set$condition) == 1), c3 = as.numeric(unlist(set$condition) == 2),
  person = factor(unlist(set$person)), task = factor(unlist(set$task)))
long <- function(set) data.frame(
  value = unlist(set$groups), group = factor(rep(seq_along(set$groups), lengths(set$groups))))
control <- glmerControl(optimizer = "bobyqa", tolPwrss = 1e-13,
  optCtrl = list(rhoend = 1e-9, maxfun = 1e5))
glm_values <- function(fit) {
  errors <- sqrt(diag(as.matrix(vcov(fit))))
  sds <- as.data.frame(VarCorr(fit))
  list(c2 = unname(fixef(fit)["c2"]), c3 = unname(fixef(fit)["c3"]), error = unname(errors[2]),
    person = sds$sdcor[sds$grp == "person"], task = sds$sdcor[sds$grp == "task"],
    likelihood = as.numeric(logLik(fit)))
}
results <- list(
  welchAnalysis = each("groups", function(set) {
    test <- oneway.test(value ~ group, long(set))
    list(f = unname(test$statistic), df = unname(test$parameter[2]), p = test$p.value)
  }),
  logRank = each("survival", function(set) {
    test <- survdiff(Surv(unlist(set$times), unlist(set$events)) ~ unlist(set$group))
    list(chiSquared = test$chisq)
  }),
  proportionalHazards = each("survival", function(set) {
    fit <- coxph(Surv(unlist(set$times), unlist(set$events)) ~ as.numeric(unlist(set$group) == 1)
      + as.numeric(unlist(set$group) == 2), control = coxph.control(eps = 1e-12, iter.max = 100))
    list(first = unname(coef(fit)[1]), second = unname(coef(fit)[2]),
      error = sqrt(fit$var[1, 1]), likelihood = fit$loglik[2])
  }),
  kaplanMeier = each("survival", function(set) {
    fit <- survfit(Surv(unlist(set$times), unlist(set$events)) ~ 1, conf.type = "log-log")
    middle <- quantile(fit, 0.5)
    place <- which(fit$n.event > 0)[2]
    list(median = unname(middle$quantile), low = unname(middle$lower), high = unname(middle$upper),
      stepLow = fit$lower[place], stepHigh = fit$upper[place])
  }),
  mixedModel = each("observations", function(set) {
    fit <- lmerTest::lmer(y ~ c2 + c3 + (1 | person) + (1 | task), frame(set), REML = TRUE,
      control = lmerControl(optimizer = "bobyqa", optCtrl = list(rhoend = 1e-10)))
    table <- coef(summary(fit))
    sds <- as.data.frame(VarCorr(fit))
    list(estimate = table["c2", "Estimate"], error = table["c2", "Std. Error"],
      likelihood = as.numeric(logLik(fit)), residual = sigma(fit)^2)
  }),
  mixedModelCovariate = each("observations", function(set) {
    fit <- lmerTest::lmer(y ~ c2 + c3 + errors + (1 | person) + (1 | task), frame(set), REML = TRUE,
      control = lmerControl(optimizer = "bobyqa", optCtrl = list(rhoend = 1e-10)))
    table <- coef(summary(fit))
    list(estimate = table["c2", "Estimate"], error = table["c2", "Std. Error"],
      slope = table["errors", "Estimate"], slopeError = table["errors", "Std. Error"],
      likelihood = as.numeric(logLik(fit)))
  }),
  satterthwaite = each("observations", function(set) {
    fit <- lmerTest::lmer(y ~ c2 + c3 + (1 | person) + (1 | task), frame(set), REML = TRUE,
      control = lmerControl(optimizer = "bobyqa", optCtrl = list(rhoend = 1e-10)))
    if (isSingular(fit)) return(list())
    list(df = coef(summary(fit))["c2", "df"])
  }),
  logisticMixedModel = each("observations", function(set) {
    glm_values(glmer(done ~ c2 + c3 + (1 | person) + (1 | task), frame(set), family = binomial,
      control = control))
  }),
  poissonMixedModel = each("observations", function(set) {
    glm_values(glmer(errors ~ c2 + c3 + (1 | person) + (1 | task), frame(set), family = poisson,
      control = control))
  }),
  logisticByPerson = each("observations", function(set) {
    fit <- glmer(done ~ c2 + c3 + (1 | person), frame(set), family = binomial, control = control)
    list(c2 = unname(fixef(fit)["c2"]), error = sqrt(as.matrix(vcov(fit))[2, 2]),
      likelihood = as.numeric(logLik(fit)))
  })
)
write(toJSON(results, digits = NA, auto_unbox = TRUE, na = "null"), arguments[2])
