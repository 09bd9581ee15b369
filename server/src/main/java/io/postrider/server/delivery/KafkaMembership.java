package io.postrider.server.delivery;

import io.postrider.log.kafka.PartitionOwnership;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** The membership in a consumer group of Kafka. */
record KafkaMembership(PartitionOwnership ownership) implements GroupMembership {

  @Override
  public Set<Integer> owned() {
    return ownership.owned();
  }

  @Override
  public OptionalLong heardNanos() {
    return ownership.heardNanos();
  }

  @Override
  public Duration sessionTimeout() {
    return ownership.sessionTimeout();
  }

  @Override
  public Optional<String> failure() {
    return ownership.failure();
  }

  @Override
  public boolean rejoin() {
    return ownership.rejoin();
  }

  @Override
  public void leave() {
    ownership.leave();
  }
}
