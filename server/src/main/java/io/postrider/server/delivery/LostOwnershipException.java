package io.postrider.server.delivery;

/** Another node has claimed the partition; this node must stop delivering it. */
public final class LostOwnershipException extends RuntimeException {

  private static final long serialVersionUID = 1;

  public LostOwnershipException(int partition, long epoch) {
    super(
        "Another node has claimed the deliveries of partition %d after epoch %d."
            .formatted(partition, epoch));
  }
}
