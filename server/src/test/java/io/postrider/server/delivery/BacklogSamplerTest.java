package io.postrider.server.delivery;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.delivery.DestinationState;
import io.postrider.id.DestinationId;
import io.postrider.server.database.TimeStep;
import io.postrider.server.delivery.stats.Backlog;
import io.postrider.server.delivery.stats.StatisticsStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The backlogs that the sampler saves, minute by minute. */
final class BacklogSamplerTest extends DeliveryTests {

  private final Map<DestinationId, DestinationStatus> statuses = new LinkedHashMap<>();
  private final RecordingStore store = new RecordingStore();
  private Instant now = Instant.now().plus(Duration.ofHours(1));
  private BacklogSampler sampler;

  @BeforeEach
  void openSampler() {
    sampler = new BacklogSampler(store, () -> statuses, log, () -> now);
  }

  private static DestinationStatus snapshot(long waiting, long unread, long oldest) {
    return new DestinationStatus(
        DestinationState.HEALTHY,
        false,
        false,
        false,
        null,
        null,
        null,
        null,
        List.of(),
        List.of(new DestinationStatus.Backlog(0, waiting, unread, oldest, 0)),
        List.of());
  }

  @Test
  void minute_isSampledOnce() {
    sampler.sample();
    sampler.sample();
    assertThat(store.totals).containsExactly(Backlog.NONE);
    assertThat(store.minutes).containsExactly(TimeStep.MINUTE.start(now));
    now = now.plus(Duration.ofMinutes(1));
    sampler.sample();
    assertThat(store.totals).hasSize(2);
  }

  @Test
  void backlog_hasTheAgeOfItsOldestMessage() {
    send(3);
    Instant accepted = requireNonNull(new BacklogAge(log).acceptedAt(0, 1));
    statuses.put(new DestinationId(1), snapshot(1, 1, 1));
    statuses.put(new DestinationId(2), snapshot(0, 0, 3));
    statuses.put(new DestinationId(3), snapshot(4, 0, 99));
    now = accepted.plus(Duration.ofMinutes(5));
    sampler.sample();
    Duration age = Duration.ofMinutes(5);
    assertThat(store.backlogs)
        .isEqualTo(
            Map.of(
                new DestinationId(1),
                new Backlog(2, age),
                new DestinationId(3),
                new Backlog(4, Duration.ZERO)));
    assertThat(store.totals).containsExactly(new Backlog(6, age));
  }

  @Test
  void manyBacklogs_areSavedInBatches() {
    send(1);
    for (int id = 0; id < 450; id++) {
      statuses.put(new DestinationId(id), snapshot(1, 0, 0));
    }
    sampler.sample();
    assertThat(store.batches).containsExactly(200, 200, 50);
    assertThat(store.totals.getFirst().messages()).isEqualTo(450);
  }

  @Test
  void unavailableStore_isRetriedInTheSameMinute() {
    store.unavailable = true;
    assertThatThrownBy(sampler::sample).isInstanceOf(IllegalStateException.class);
    store.unavailable = false;
    sampler.sample();
    assertThat(store.totals).hasSize(1);
  }

  /** Records what is saved. */
  private static final class RecordingStore implements StatisticsStore {

    private final Map<DestinationId, Backlog> backlogs = new LinkedHashMap<>();
    private final List<Backlog> totals = new ArrayList<>();
    private final List<Instant> minutes = new ArrayList<>();
    private final List<Integer> batches = new ArrayList<>();
    private boolean unavailable;

    @Override
    public void saveBacklogs(Instant minute, Map<DestinationId, Backlog> some) {
      batches.add(some.size());
      backlogs.putAll(some);
    }

    @Override
    public void saveTotalBacklog(Instant minute, Backlog all) {
      if (unavailable) {
        throw new IllegalStateException("unavailable");
      }
      minutes.add(minute);
      totals.add(all);
    }

    @Override
    public void add(List<Count> counts) {}

    @Override
    public List<Entry> find(DestinationId destination, TimeStep step, Instant from, Instant to) {
      return List.of();
    }

    @Override
    public List<Entry> totals(TimeStep step, Instant from, Instant to) {
      return List.of();
    }

    @Override
    public List<Volume> volumes(Instant from) {
      return List.of();
    }

    @Override
    public @Nullable Instant since(TimeStep step, Instant now) {
      return null;
    }

    @Override
    public void sweep(Instant at) {}

    @Override
    public void forget(DestinationId destination) {}
  }
}
