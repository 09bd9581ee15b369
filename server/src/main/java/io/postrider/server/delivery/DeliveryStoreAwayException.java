package io.postrider.server.delivery;

/** The database is away; what was to be kept is not, and trying again later may help. */
public final class DeliveryStoreAwayException extends RuntimeException {

  private static final long serialVersionUID = 1;

  public DeliveryStoreAwayException(RuntimeException cause) {
    super(cause.getMessage(), cause);
  }
}
