package io.postrider.log.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Records what it is told, as text. Thread-safe. */
final class RecordingListener implements OwnershipListener {

  private final List<String> calls = new ArrayList<>();

  @Override
  public synchronized void assigned(Set<Integer> partitions) {
    calls.add("assigned " + partitions);
  }

  @Override
  public synchronized void revoked(Set<Integer> partitions) {
    calls.add("revoked " + partitions);
  }

  @Override
  public synchronized void lost(Set<Integer> partitions) {
    calls.add("lost " + partitions);
  }

  synchronized List<String> calls() {
    return List.copyOf(calls);
  }
}
