package io.postrider.server.delivery;

/** Somebody else delivers this partition now: whoever hears this must stop. */
public final class LostOwnershipException extends RuntimeException {

  private static final long serialVersionUID = 1;

  public LostOwnershipException(int partition, long epoch) {
    super(
        "Another program has taken over the deliveries of partition %d since epoch %d."
            .formatted(partition, epoch));
  }
}
