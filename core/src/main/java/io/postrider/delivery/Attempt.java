package io.postrider.delivery;

/**
 * One POST of one message to one URL: a handle that the driver keeps and hands back to {@link
 * DeliveryMachine#ended}, once.
 */
public final class Attempt {

  private final long offset;
  private final int urlIndex;
  private final String url;

  Attempt(long offset, int urlIndex, String url) {
    this.offset = offset;
    this.urlIndex = urlIndex;
    this.url = url;
  }

  /** The message's place in its partition. */
  public long offset() {
    return offset;
  }

  /** The URL's index in the plan that was in force when the attempt began. */
  public int urlIndex() {
    return urlIndex;
  }

  /** The URL. */
  public String url() {
    return url;
  }
}
