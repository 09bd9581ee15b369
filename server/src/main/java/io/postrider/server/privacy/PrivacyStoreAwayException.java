package io.postrider.server.privacy;

/** What is kept of requests cannot be reached now; trying later may help. */
public final class PrivacyStoreAwayException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public PrivacyStoreAwayException(Throwable cause) {
    super(cause.getMessage(), cause);
  }
}
