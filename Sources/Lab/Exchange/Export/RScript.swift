import StudyDefinition

/// An R script that computes the primary result from the tables of a deposit. It compares the first
/// two conditions as the report does, by a rank test and by a ratio of geometric means.
enum RScript {
    static func text(_ data: ExportData) -> String {
        let study = "study-\(PsychDS.alphanumeric(data.study.id))"
        let conditions = data.study.conditions.map { quoted($0.id) }
        let analysed = data.study.analysedTasks
        let tasks = analysed.map { quoted($0.task.id) }
        let compared = analysed.filter(\.perCondition).map { quoted($0.task.id) }
        let ids = data.study.tasks.map(\.id)
        let places = ids.map { quoted(data.study.counterpart(of: $0)) }
        let provenance =
            data.provenance.map { "# \($0)\ncat(\(quoted($0)), \"\\n\\n\", sep = \"\")\n" } ?? ""
        return """
            \(provenance)# The primary result from data/, in base R: Rscript analysis/primary.R
            # Rscript can be called in any folder. R writes "~+~" for a space in its arguments. Another
            # script that calls source() chooses the folder itself.
            own <- sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE))
            own <- gsub("~+~", " ", own, fixed = TRUE)
            own <- own[basename(own) == "primary.R"]
            if (length(own) > 0) setwd(file.path(dirname(own[1]), ".."))
            if (!dir.exists("data")) stop("set the working directory to the folder that contains data/")
            text <- function(name) read.csv(paste0("data/\(study)_description-", name, "_data.csv"),
                                            stringsAsFactors = FALSE, colClasses = "character",
                                            na.strings = character(0), encoding = "UTF-8")
            sessions <- text("sessions")
            sessions <- sessions[sessions$study_version == \(quoted(data.study.version)), ]
            runs <- text("runs")
            runs <- runs[runs$practice == "no" & runs$session %in% sessions$session, ]
            runs$seconds <- as.numeric(runs$seconds)
            runs$outcome[runs$outcome == "" & runs$seconds > 0] <- "ended-by-facilitator"
            # Parallel tasks take the place of those of the first set.
            ids <- c(\(ids.map(quoted).joined(separator: ", ")))
            places <- c(\(places.joined(separator: ", ")))
            runs$place <- ifelse(runs$task %in% ids, places[match(runs$task, ids)], runs$task)
            runs$success <- runs$outcome %in% c("success", "assisted-success")
            runs$tried <- !(runs$outcome %in% c("skipped", "not-attempted", "checker-error", ""))
            # The last run of a task counts. Several imported observations of a task are one: a success
            # if there is one, with the geometric mean of the times of the successes; otherwise, a
            # failure if there is one.
            key <- paste(runs$participant, runs$place, runs$condition)
            imported <- runs$session %in% sessions$session[sessions$source == "import"]
            for (own in split(which(imported), key[imported])) {
              last <- own[length(own)]
              runs$tried[last] <- any(runs$tried[own])
              won <- own[runs$success[own]]
              if (length(own) < 2 || length(won) == 0) next
              times <- runs$seconds[won[which(runs$seconds[won] > 0)]]
              runs$seconds[last] <- if (length(times) > 0) exp(mean(log(times))) else NA
              runs$success[last] <- TRUE
            }
            runs <- runs[!duplicated(key, fromLast = TRUE), ]
            tasks <- c(\(tasks.joined(separator: ", ")))
            runs <- runs[runs$place %in% tasks, ]
            conditions <- c(\(conditions.joined(separator: ", ")))
            in_conditions <- c(\(compared.joined(separator: ", ")))

            # Equal values, apart from rounding errors, have no interval and no test.
            equal <- function(x) all(abs(x - x[1]) < 5e-11)

            cat("Geometric mean of successes with 95 % log-t interval, and completion\\n")
            for (condition in sort(unique(runs$condition))) for (task in tasks) {
              of <- runs$place == task & runs$condition == condition
              if (!any(of)) next
              x <- log(runs$seconds[which(of & runs$success & runs$seconds > 0)])
              n <- length(x)
              times <- if (n > 0) sprintf("n = %d, %.1f s", n, exp(mean(x))) else "no times"
              if (!equal(x)) {
                half <- qt(0.975, n - 1) * sd(x) / sqrt(n)
                times <- sprintf("%s [%.1f, %.1f]", times, exp(mean(x) - half), exp(mean(x) + half))
              }
              cat(sprintf("%s %s: %s; completed %d of %d\\n", condition, task, times,
                          sum(runs$success[of]), sum(runs$tried[of])))
            }

            \(comparison)
            """
    }

    private static let comparison = #"""
        # What a participant did in one condition: failures among the tasks tried, and ln times of
        # the successes, by task.
        person <- function(participant, condition) {
          own <- runs[runs$participant == participant & runs$condition == condition & runs$tried, ]
          own[match(tasks, own$place), c("success", "seconds")]
        }

        # Wilcoxon signed-rank test: zeros dropped, midranks, all 2^n signs up to n = 200.
        signed_rank <- function(d) {
          d <- round(d, 10)
          d <- d[d != 0]
          n <- length(d)
          if (n == 0) return(NULL)
          r <- rank(abs(d))
          w <- sum(r[d > 0])
          total <- n * (n + 1) / 2
          if (n <= 200) {
            least <- round(min(2 * w, 2 * total - 2 * w))
            mass <- c(1, rep(0, least))
            for (k in round(2 * r)) {
              moved <- if (k > least) rep(0, least + 1) else c(rep(0, k), mass[seq_len(least + 1 - k)])
              mass <- (mass + moved) / 2
            }
            p <- min(1, 2 * sum(mass))
          } else {
            ties <- table(abs(d))
            error <- sqrt(n * (n + 1) * (2 * n + 1) / 24 - sum(ties^3 - ties) / 48)
            p <- 2 * pnorm(-abs((w - total / 2) / error))
          }
          list(p = p, effect = (2 * w - total) / total, kind = if (n <= 200) "exact" else "asymptotic")
        }

        # Mann-Whitney test: midranks, all ways to deal them out up to 100 participants.
        mann_whitney <- function(a, b) {
          n1 <- length(a)
          n2 <- length(b)
          n <- n1 + n2
          if (n1 == 0 || n2 == 0) return(NULL)
          x <- round(c(a, b), 10)
          r <- rank(x)
          u <- sum(r[seq_len(n1)]) - n1 * (n1 + 1) / 2
          if (n <= 100) {
            doubled <- round(2 * r)
            width <- sum(sort(doubled, decreasing = TRUE)[seq_len(n1)]) + 1
            mass <- matrix(0, n1 + 1, width)
            mass[1, 1] <- 1
            for (i in seq_len(n)) {
              k <- doubled[i]
              new <- matrix(0, n1 + 1, width)
              for (taken in 0:min(n1, i)) {
                # The chance that the next is dealt to the first group.
                stay <- max(0, 1 - (n1 - taken) / (n - i + 1))
                if (taken < i) new[taken + 1, ] <- mass[taken + 1, ] * stay
                if (taken > 0 && k < width) {
                  join <- (n1 - taken + 1) / (n - i + 1)
                  new[taken + 1, ] <- new[taken + 1, ] +
                    c(rep(0, k), mass[taken, seq_len(width - k)]) * join
                }
              }
              mass <- new
            }
            sums <- seq_len(width) - 1
            centre <- n1 * sum(doubled) / n
            reach <- abs(round(2 * sum(r[seq_len(n1)])) - centre)
            p <- min(1, sum(mass[n1 + 1, abs(sums - centre) >= reach - 1e-7]))
          } else {
            ties <- table(x)
            variance <- n1 * n2 / 12 * (n + 1 - sum(ties^3 - ties) / (n * (n - 1)))
            if (variance <= 0) return(NULL)
            p <- 2 * pnorm(-max(0, abs(u - n1 * n2 / 2) - 0.5) / sqrt(variance))
          }
          list(p = min(1, p), effect = 2 * u / (n1 * n2) - 1,
               kind = if (n <= 100) "exact" else "asymptotic")
        }

        say <- function(name, test, effect) {
          if (is.null(test)) return(cat(name, ": not computable\n", sep = ""))
          cat(sprintf("%s: p = %.6g (%s), %s %.4f\n", name, test$p, test$kind, effect, test$effect))
        }

        # Nothing where there are too few values, or all are equal.
        welch <- function(...) {
          sides <- list(...)
          if (any(lengths(sides) < 2) || all(vapply(sides, equal, NA))) return(NULL)
          tryCatch(t.test(...), error = function(e) NULL)
        }

        met <- strsplit(sessions$conditions, " ", fixed = TRUE)
        # What nobody met yet is not compared.
        conditions <- conditions[conditions %in% unlist(met)]

        # The tasks of a condition. If all of its sessions were imported, a task that is in no file,
        # or only with a problem, is not one of them.
        tasks_of <- function(condition) {
          own <- vapply(met, function(x) condition %in% x, NA)
          if (any(sessions$source[own] != "import")) return(in_conditions)
          known <- runs$tried | runs$outcome %in% c("skipped", "checker-error")
          intersect(in_conditions, runs$place[runs$condition == condition & known])
        }

        if (length(conditions) > 1) {
          first <- conditions[1]
          second <- conditions[2]
          # Tasks of one condition alone are not compared.
          tasks <- intersect(tasks_of(first), tasks_of(second))
          of_first <- unique(sessions$participant[vapply(met, function(x) first %in% x, NA)])
          of_second <- unique(sessions$participant[vapply(met, function(x) second %in% x, NA)])
          both <- intersect(of_first, of_second)
          alone <- c(length(of_first), length(of_second)) - length(both)
          cat(sprintf("\n%s and %s, all tasks together, failures ranked worst\n", first, second))
          if (length(both) >= max(1, sum(alone)) || (length(both) > 1 && min(alone) < 2)) {
            # Each participant's mean difference of ln time over tasks that succeeded in both, behind
            # the difference in the number of failures.
            failures <- numeric(0)
            means <- numeric(0)
            complete <- numeric(0)
            for (participant in both) {
              a <- person(participant, first)
              b <- person(participant, second)
              tried <- !is.na(a$success) & !is.na(b$success)
              if (!any(tried)) next
              timed <- tried & a$success & b$success & a$seconds > 0 & b$seconds > 0
              timed[is.na(timed)] <- FALSE
              failed <- sum(b$success[tried]) - sum(a$success[tried])
              # Successes alone of which none has a time say nothing of the difference.
              if (failed == 0 && !any(timed) && any(a$success[tried] & b$success[tried])) next
              failures <- c(failures, failed)
              d <- log(a$seconds[timed]) - log(b$seconds[timed])
              means <- c(means, if (any(timed)) mean(d) else 0)
              if (any(timed)) complete <- c(complete, mean(d))
            }
            beyond <- max(0, abs(means[failures == 0])) + 1
            say("Wilcoxon signed-rank test", signed_rank(ifelse(failures == 0, means, failures * beyond)),
                "rank-biserial correlation")
            test <- welch(complete)
            if (!is.null(test)) {
              cat(sprintf("Ratio of geometric means, %d participants: %.4f [%.4f, %.4f]\n",
                          length(complete), exp(test$estimate), exp(test$conf.int[1]),
                          exp(test$conf.int[2])))
            }
          } else {
            # Each task's effect on ln time: the mean over the two groups of their means.
            groups <- list(setdiff(of_first, both), setdiff(of_second, both))
            effects <- vapply(tasks, function(task) {
              means <- mapply(function(members, condition) {
                own <- runs[runs$place == task & runs$condition == condition &
                              runs$participant %in% members & runs$tried, ]
                mean(log(own$seconds[which(own$success & own$seconds > 0)]))
              }, groups, c(first, second))
              if (all(is.nan(means))) 0 else mean(means[!is.nan(means)])
            }, 0)
            side <- function(members, condition) {
              failures <- numeric(0)
              means <- numeric(0)
              complete <- numeric(0)
              for (participant in members) {
                a <- person(participant, condition)
                tried <- !is.na(a$success)
                if (!any(tried)) next
                timed <- tried & a$success & a$seconds > 0
                timed[is.na(timed)] <- FALSE
                # Successes of which none has a time have no rank.
                if (!any(timed) && any(a$success[tried])) next
                failures <- c(failures, sum(!a$success[tried]))
                mean_time <- if (any(timed)) mean(log(a$seconds[timed])) - mean(effects[timed]) else 0
                means <- c(means, mean_time)
                if (all(timed)) complete <- c(complete, mean(log(a$seconds)))
              }
              list(failures = failures, means = means, complete = complete)
            }
            a <- side(groups[[1]], first)
            b <- side(groups[[2]], second)
            beyond <- 2 * max(0, abs(c(a$means, b$means))) + 1
            say("Mann-Whitney test", mann_whitney(a$failures * beyond + a$means,
                                                        b$failures * beyond + b$means), "Cliff's delta")
            test <- welch(a$complete, b$complete)
            if (!is.null(test)) {
              cat(sprintf("Ratio of geometric means, %d and %d participants: %.4f [%.4f, %.4f]\n",
                          length(a$complete), length(b$complete),
                          exp(mean(a$complete) - mean(b$complete)), exp(test$conf.int[1]),
                          exp(test$conf.int[2])))
            }
          }
        }

        """#

    /// Returns the text as an R string literal. Escapes all characters outside ASCII, because R
    /// reads a script in the encoding of the locale.
    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar -> String in
            switch scalar {
            case "\\", "\"": "\\\(scalar)"
            case _ where scalar.isASCII: String(scalar)
            default: "\\U{\(String(scalar.value, radix: 16))}"
            }
        }
        return "\"\(escaped.joined())\""
    }
}
