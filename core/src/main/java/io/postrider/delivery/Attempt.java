package io.postrider.delivery;

/** One POST of one message to one URL; the driver passes it to {@link DeliveryMachine#ended}. */
public final class Attempt {

  private final OpenDelivery delivery;
  private final UrlLimits urlLimits;
  private final UrlLimits.Slot slot;
  private final int urlIndex;
  private long startedAtMillis;
  private boolean over;

  Attempt(OpenDelivery delivery, UrlLimits urlLimits, UrlLimits.Slot slot, int urlIndex) {
    this.delivery = delivery;
    this.urlLimits = urlLimits;
    this.slot = slot;
    this.urlIndex = urlIndex;
  }

  public long offset() {
    return delivery.offset();
  }

  public long userHash() {
    return delivery.userHash();
  }

  /** The URL's index in the settings that applied when the attempt was created. */
  public int urlIndex() {
    return urlIndex;
  }

  public String url() {
    return urlLimits.url();
  }

  OpenDelivery delivery() {
    return delivery;
  }

  UrlLimits urlLimits() {
    return urlLimits;
  }

  /** Marks the attempt as sent. */
  void start(long nowMillis) {
    startedAtMillis = nowMillis;
  }

  /** Releases the slot of an attempt that is not sent. */
  void release() {
    over = true;
    urlLimits.release(slot);
  }

  /**
   * Ends the attempt.
   *
   * @return the receiver's Retry-After in milliseconds, or 0
   */
  long end(Outcome outcome, long nowMillis) {
    if (over) {
      throw new IllegalStateException("the attempt at offset " + offset() + " has already ended");
    }
    over = true;
    return urlLimits.ended(slot, outcome, startedAtMillis, nowMillis);
  }
}
