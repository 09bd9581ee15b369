package io.postrider.server.follow;

/** What is derived cannot be read or kept now; trying later may help. */
public final class StoreAwayException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public StoreAwayException(Throwable cause) {
    super(cause.getMessage(), cause);
  }
}
