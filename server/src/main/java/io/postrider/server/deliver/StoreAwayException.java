package io.postrider.server.deliver;

/** The database is away; what was to be kept is not, and trying again later may help. */
public final class StoreAwayException extends RuntimeException {

  private static final long serialVersionUID = 1;

  public StoreAwayException(RuntimeException cause) {
    super(cause.getMessage(), cause);
  }
}
