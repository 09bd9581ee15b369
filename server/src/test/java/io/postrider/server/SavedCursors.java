package io.postrider.server;

import io.postrider.delivery.DeliveryMachine;
import io.postrider.delivery.DeliveryRules;
import io.postrider.delivery.DeliverySettings;
import io.postrider.delivery.DeliveryStatus;
import io.postrider.delivery.DestinationLimits;
import io.postrider.delivery.Effects;
import io.postrider.delivery.EncodedFailureChunk;
import io.postrider.delivery.Failure;
import io.postrider.delivery.FinalStatus;
import io.postrider.delivery.QueueBudget;
import io.postrider.delivery.ReplayProgress;
import io.postrider.delivery.Round;
import io.postrider.delivery.SavedCursor;
import io.postrider.delivery.WallClock;
import io.postrider.id.DestinationId;
import io.postrider.message.RecordView;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import io.postrider.server.delivery.CursorStore;
import io.postrider.server.delivery.sql.SqlCursorStore;
import io.postrider.server.ledger.LedgerGap;
import io.postrider.server.ledger.sql.SqlGapStore;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The delivery cursors of a stopped node, of its only partition. */
final class SavedCursors {

  private static final DeliverySettings SETTINGS =
      new DeliverySettings(List.of("http://localhost/1", "http://localhost/2"), null, null, false);

  private final Map<DestinationId, DeliveryMachine> machines = new HashMap<>();
  private final Map<DestinationId, NoEffects> untold = new HashMap<>();
  private final List<LedgerGap> gaps;

  private SavedCursors(CursorStore.Saved saved, List<LedgerGap> gaps) {
    this.gaps = gaps;
    saved
        .cursors()
        .forEach(
            (destination, cursor) -> {
              List<EncodedFailureChunk> failures =
                  saved.failures().getOrDefault(destination, List.of());
              machines.put(
                  destination,
                  machine(cursor, saved.position(), failures, new NoEffects(saved.position())));
              NoEffects asked = new NoEffects(saved.position());
              // an input makes it report the cancelled ranges that are not recorded yet
              machine(cursor, saved.position(), failures, asked)
                  .cancel(0, System.currentTimeMillis());
              untold.put(destination, asked);
            });
  }

  /** Reads the cursors in a data folder. Claims the partition, as a start does. */
  static SavedCursors read(Path dataFolder) {
    DatabaseUrl url = DatabaseUrl.sqlite(dataFolder.resolve("cursors.db"));
    try (Database database = Database.open(url, Schema.CURSORS)) {
      return new SavedCursors(
          new SqlCursorStore(database).claim(0), new SqlGapStore(database).since(Instant.EPOCH));
    }
  }

  private static DeliveryMachine machine(
      byte[] cursor, long position, List<EncodedFailureChunk> failures, Effects effects) {
    DestinationLimits limits =
        new DestinationLimits(DeliveryRules.DEFAULT, SETTINGS, new Random(1), new WallClock());
    long nowMillis = System.currentTimeMillis();
    return cursor.length == 0
        ? DeliveryMachine.startAt(
            position, failures, limits, effects, QueueBudget.UNBOUNDED, nowMillis)
        : DeliveryMachine.restore(
            new SavedCursor(cursor, failures, 0),
            limits,
            effects,
            QueueBudget.UNBOUNDED,
            nowMillis);
  }

  Set<DestinationId> destinations() {
    return machines.keySet();
  }

  /** The gaps of the ledger that are saved with them. */
  List<LedgerGap> gaps() {
    return gaps;
  }

  /** What the cursor of a destination says about a message. */
  DeliveryStatus status(DestinationId destination, long offset) {
    return Objects.requireNonNull(machines.get(destination)).status(offset);
  }

  /** Whether a message is in a cancelled range whose entries are still to be written. */
  boolean isUntold(DestinationId destination, long offset) {
    return Objects.requireNonNull(untold.get(destination)).cancelled.stream()
        .anyMatch(range -> range[0] <= offset && offset < range[1]);
  }

  /** Lets a machine do nothing: it is only asked. */
  private static final class NoEffects implements Effects {

    private final List<long[]> cancelled = new ArrayList<>();
    private final long livePosition;

    NoEffects(long livePosition) {
      this.livePosition = livePosition;
    }

    @Override
    public long livePosition() {
      return livePosition;
    }

    @Override
    public void post(Round round) {}

    @Override
    public void read(long offset) {}

    @Override
    public void feed(long fromOffset, int maxMessages, int maxBytes) {}

    @Override
    public void feedReplay(long fromOffset, long toOffset, int maxMessages, boolean onlyRouted) {}

    @Override
    public boolean passes(long offset, RecordView record, boolean replay) {
      return true;
    }

    @Override
    public void done(
        long offset,
        long userHash,
        FinalStatus status,
        int rounds,
        @Nullable Failure failure,
        boolean replay) {}

    @Override
    public void recall(long offset) {}

    @Override
    public void stayedDelivered(long offset) {}

    @Override
    public void lost(long fromOffset, long toOffset) {}

    @Override
    public void cancelled(long fromOffset, long toOffset) {
      cancelled.add(new long[] {fromOffset, toOffset});
    }

    @Override
    public void replayEnded(ReplayProgress progress) {}
  }
}
