package io.postrider.delivery;

/**
 * The health of all URLs of a destination together. Pure.
 *
 * @param failing whether every URL is failing
 * @param failed whether an attempt at any URL failed since its last success
 * @param keepsFailing whether every URL keeps failing: more than a single message was refused
 * @param sinceMillis since when it is failing, or else since when it failed; or {@link
 *     UrlHealth#NEVER}
 * @param provenAtMillis the last success of a URL that is not failing, or {@link UrlHealth#NEVER}
 * @param deliveredAtMillis the last success of any URL, or {@link UrlHealth#NEVER}
 */
record HealthSummary(
    boolean failing,
    boolean failed,
    boolean keepsFailing,
    long sinceMillis,
    long provenAtMillis,
    long deliveredAtMillis) {

  static HealthSummary of(UrlLimits[] urls) {
    boolean failing = true;
    boolean failed = false;
    boolean keepsFailing = true;
    long firstFailed = Long.MAX_VALUE;
    long lastFailing = UrlHealth.NEVER;
    long provenAt = UrlHealth.NEVER;
    long deliveredAt = UrlHealth.NEVER;
    for (UrlLimits url : urls) {
      failing &= url.isFailing();
      keepsFailing &= url.keepsFailing();
      lastFailing = Math.max(lastFailing, url.failingSinceMillis());
      if (url.hasFailed()) {
        failed = true;
        firstFailed = Math.min(firstFailed, url.failedSinceMillis());
      }
      deliveredAt = Math.max(deliveredAt, url.deliveredAtMillis());
      if (url.isProven()) {
        provenAt = Math.max(provenAt, url.deliveredAtMillis());
      }
    }
    long failedSince = failed ? firstFailed : UrlHealth.NEVER;
    return new HealthSummary(
        failing, failed, keepsFailing, failing ? lastFailing : failedSince, provenAt, deliveredAt);
  }
}
