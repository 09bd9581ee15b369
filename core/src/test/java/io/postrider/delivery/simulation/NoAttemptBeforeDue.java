package io.postrider.delivery.simulation;

/**
 * A message that failed at a URL is not sent there before the delay of the schedule and of its
 * receiver ends. A URL that recovers gets at once the messages for which it did not request a
 * delay.
 */
final class NoAttemptBeforeDue implements Invariant {

  private final UrlHistory urls;

  NoAttemptBeforeDue(UrlHistory urls) {
    this.urls = urls;
  }

  @Override
  public void sending(Sending sending, long nowMillis) {
    DeliveryHistory.AtUrl at = sending.history().at(sending.url());
    if (at.running > 0) {
      throw violated(
          "%s: %s is sent to %s while it is in flight there",
          sending.driver(), sending.delivery(), sending.url());
    }
    if (at.refused) {
      throw violated(
          "%s: %s is sent to %s, which refused it",
          sending.driver(), sending.delivery(), sending.url());
    }
    if (nowMillis < at.askedUntil) {
      throw violated(
          "%s: %s is sent to %s %d ms before the time its receiver requested",
          sending.driver(), sending.delivery(), sending.url(), at.askedUntil - nowMillis);
    }
    if (nowMillis < at.backedOffUntil && urls.of(sending.url()).revivedAt < at.failedAt) {
      throw violated(
          "%s: %s is sent to %s %d ms too early",
          sending.driver(), sending.delivery(), sending.url(), at.backedOffUntil - nowMillis);
    }
  }
}
