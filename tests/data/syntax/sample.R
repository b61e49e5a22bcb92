library(stats)

#' Mean without outliers
#'
#' @param x numbers
trimmed <- function(x, p = 0.1) {
  cut <- quantile(x, p)
  mean(x[x > cut])
}

scale_it = function(x) x / max(x)

LIMIT <- 10
