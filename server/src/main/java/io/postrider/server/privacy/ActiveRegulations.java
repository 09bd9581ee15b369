package io.postrider.server.privacy;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.ledger.HiddenEntries;
import io.postrider.message.RecordView;
import io.postrider.privacy.HiddenRecords;
import io.postrider.privacy.SuppressedUsers;
import io.postrider.server.background.BackgroundTask;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * The regulations in force on this node: the suppressed users and the hidden records, refreshed
 * from the database every second. May be called from any thread.
 */
public final class ActiveRegulations implements AutoCloseable {

  /** Short enough that a change applies on all nodes within two seconds. */
  static final Duration REFRESH_INTERVAL = Duration.ofSeconds(1);

  private final LiveSuppression suppression;
  private final LiveTombstones tombstones;
  private final RegulationAuditor auditor;
  private final BackgroundTask refresher;
  private volatile Runnable wakeDeletions = () -> {};
  private volatile HiddenEntries dueSamples = HiddenEntries.NONE;
  private volatile BooleanSupplier anyDueSamples = () -> false;

  ActiveRegulations(
      LiveSuppression suppression, LiveTombstones tombstones, RegulationAuditor auditor) {
    this.suppression = suppression;
    this.tombstones = tombstones;
    this.auditor = auditor;
    this.refresher =
        BackgroundTask.of(
            BackgroundTask.Options.every(
                    REFRESH_INTERVAL,
                    "privacy-follower",
                    "Cannot read regulations; the last known suppressions stay in force.")
                .backoff(REFRESH_INTERVAL, REFRESH_INTERVAL),
            this::refresh);
  }

  /** Starts to refresh. */
  ActiveRegulations start(MeterRegistry metrics) {
    Gauge.builder("postrider.suppressed.users", suppression, live -> live.current().size())
        .description("Suppressions in force")
        .register(metrics);
    Gauge.builder(
            "postrider.suppressed.memory.bytes", suppression, live -> live.current().sizeBytes())
        .description("Memory of the suppressions in force")
        .register(metrics);
    BackgroundTask _ = refresher.start();
    return this;
  }

  /** Applies the regulations made on other nodes. Only reads. */
  public void reload() {
    suppression.refresh();
    tombstones.refresh();
  }

  /** Applies the regulations made on other nodes, and completes missing audit entries. */
  boolean refresh() {
    reload();
    auditor.catchUp();
    return false;
  }

  public SuppressedUsers suppressed() {
    return suppression.current();
  }

  /** The hidden records, as of each call. */
  public HiddenRecords hidden() {
    return new HiddenRecords() {
      @Override
      public boolean hides(int partition, long offset, RecordView record) {
        return tombstones.current().hide(partition, offset, record);
      }

      @Override
      public boolean deletes(int partition, long offset, RecordView record) {
        return tombstones.deleted().hide(partition, offset, record);
      }
    };
  }

  /** Entries of the ledger that no answer shows, as of each call. */
  public HiddenEntries hiddenEntries() {
    return (partition, entry) ->
        tombstones.hide(partition, entry) || dueSamples.hides(partition, entry);
  }

  /** Whether it hides entries of any user now. */
  public boolean hidesEntries() {
    return tombstones.current().size() > 0 || anyDueSamples.getAsBoolean();
  }

  /**
   * Also hides entries until they are erased.
   *
   * @param any whether there may be some now
   */
  void hideEntries(HiddenEntries due, BooleanSupplier any) {
    dueSamples = due;
    anyDueSamples = any;
  }

  public LiveTombstones tombstones() {
    return tombstones;
  }

  /** Calls a listener after each regulation of this node that deletes. */
  void onDeletion(Runnable wake) {
    wakeDeletions = wake;
  }

  /** Applies a stored regulation on this node, starts its deletion and audits it. */
  public void apply(Regulation regulation) {
    reload();
    if (regulation.type().deletes()) {
      wakeDeletions.run();
    }
    auditor.audit(regulation);
  }

  @Override
  public void close() {
    refresher.close();
  }
}
