package io.postrider.server.background;

/** What is derived cannot be read or kept now; trying later may help. */
public final class FollowStoreAwayException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public FollowStoreAwayException(Throwable cause) {
    super(cause.getMessage(), cause);
  }
}
