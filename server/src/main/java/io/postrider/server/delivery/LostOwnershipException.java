package io.postrider.server.delivery;

/** The cursors of a partition cannot be saved any more under the claim that this node has. */
public final class LostOwnershipException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final boolean another;

  private LostOwnershipException(boolean another, String message) {
    super(message);
    this.another = another;
  }

  /** Another node has claimed the partition; this node must stop delivering it. */
  public static LostOwnershipException toAnotherNode(int partition, long epoch) {
    return new LostOwnershipException(
        true,
        "Another node has claimed the deliveries of partition %d after epoch %d."
            .formatted(partition, epoch));
  }

  /** The database lacks what it confirmed; this node must read the cursors that it has. */
  public static LostOwnershipException byTheDatabase(int partition) {
    return new LostOwnershipException(
        false,
        ("The database has lost delivery cursors of partition %d: it was restored, or failed over"
                + " to a standby that lacked them.")
            .formatted(partition));
  }

  /** Whether another node has the partition. */
  public boolean isToAnotherNode() {
    return another;
  }
}
