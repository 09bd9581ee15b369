package io.postrider.server.delivery;

/**
 * The most open deliveries of all destinations together, shared equally. Safe to use from any
 * thread.
 */
final class OpenLimit {

  /** The least share: enough for every destination to make progress while some retries wait. */
  static final int MIN_SHARE = 32;

  private final int most;
  private volatile int share;

  OpenLimit(int most) {
    this.most = most;
    this.share = most;
  }

  void divide(int destinations) {
    share = Math.max(MIN_SHARE, most / Math.max(1, destinations));
  }

  /** The limit of one destination. */
  int share() {
    return share;
  }
}
