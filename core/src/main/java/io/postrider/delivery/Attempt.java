package io.postrider.delivery;

/**
 * One POST of one message to one URL: a handle that the driver keeps and hands back to {@link
 * DeliveryMachine#ended}, once.
 */
public final class Attempt {

  private final OpenDelivery delivery;
  private final UrlLimits gate;
  private final UrlLimits.Slot slot;
  private final int urlIndex;
  private long startedAtMillis;
  private boolean over;

  Attempt(OpenDelivery delivery, UrlLimits gate, UrlLimits.Slot slot, int urlIndex) {
    this.delivery = delivery;
    this.gate = gate;
    this.slot = slot;
    this.urlIndex = urlIndex;
  }

  /** The message's place in its partition. */
  public long offset() {
    return delivery.offset();
  }

  /** The hash of the message's source and user. */
  public long userHash() {
    return delivery.userHash();
  }

  /** The URL's index in the plan that was in force when the attempt was made. */
  public int urlIndex() {
    return urlIndex;
  }

  /** The URL. */
  public String url() {
    return gate.url();
  }

  OpenDelivery delivery() {
    return delivery;
  }

  UrlLimits gate() {
    return gate;
  }

  /** The attempt is posted now. */
  void start(long nowMillis) {
    startedAtMillis = nowMillis;
  }

  /** The attempt is not posted after all. */
  void release() {
    over = true;
    gate.release(slot);
  }

  /**
   * The attempt was answered.
   *
   * @return how long the receiver asked to be left alone, or 0
   */
  long end(Outcome outcome, long nowMillis) {
    if (over) {
      throw new IllegalStateException("an attempt at offset " + offset() + " that ended already");
    }
    over = true;
    return gate.ended(slot, outcome, startedAtMillis, nowMillis);
  }
}
