package io.postrider.server.database;

/** The store cannot be reached or cannot write now; trying later may help. */
public final class StoreUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public StoreUnavailableException(Throwable cause) {
    super(cause.getMessage(), cause);
  }
}
