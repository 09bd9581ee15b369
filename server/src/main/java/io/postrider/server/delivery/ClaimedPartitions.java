package io.postrider.server.delivery;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The partitions that this node claims or has claimed now. Safe to use from any thread. */
final class ClaimedPartitions {

  private final AtomicReferenceArray<@Nullable PartitionClaim> claims;

  /**
   * @param partitions how many the log has
   */
  ClaimedPartitions(int partitions) {
    this.claims = new AtomicReferenceArray<>(partitions);
  }

  Optional<PartitionClaim> find(int partition) {
    return Optional.ofNullable(claims.get(partition));
  }

  /** All claims, by partition. */
  List<PartitionClaim> all() {
    return IntStream.range(0, claims.length())
        .mapToObj(claims::get)
        .filter(Objects::nonNull)
        .toList();
  }

  void add(PartitionClaim claim) {
    claims.set(claim.partition(), claim);
  }

  /** Removes a claim that has ended. A later claim of the same partition stays. */
  void remove(PartitionClaim claim) {
    claims.compareAndSet(claim.partition(), claim, null);
  }
}
