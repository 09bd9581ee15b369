package io.postrider.server.overview;

import io.postrider.server.database.TimeStep;
import io.postrider.server.usage.IngestCountStore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Figures that a test sets, and a record of the queries. */
public final class FakeOverviewFigures implements OverviewFigures {

  public final List<String> asked = new CopyOnWriteArrayList<>();
  public volatile List<IngestCountStore.Count> ingestCounts = List.of();
  public volatile @Nullable Instant countedSince;
  public volatile Deliveries deliveries = new Deliveries(List.of(), null);
  public volatile Situation situation =
      new Situation(0, null, Map.of(), null, List.of(), null, new TreeSet<>());

  @Override
  public List<IngestCountStore.Count> ingestCounts(TimeStep step, Instant from, Instant to) {
    asked.add("%s %s %s".formatted(step, from, to));
    return ingestCounts;
  }

  @Override
  public @Nullable Instant countedSince(TimeStep step) {
    return step == TimeStep.HOUR ? countedSince : null;
  }

  @Override
  public Deliveries deliveries(TimeStep step, Instant from, Instant to) {
    return deliveries;
  }

  @Override
  public Situation situation(Instant oldBefore) {
    asked.add("old before " + oldBefore);
    return situation;
  }
}
