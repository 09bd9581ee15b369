package io.postrider.server.privacy;

import io.postrider.id.SourceId;
import io.postrider.server.access.AuditEvent;
import io.postrider.server.access.AuditFields;
import io.postrider.server.access.AuditStamp;
import io.postrider.server.access.AuditTrail;
import io.postrider.server.database.DatabaseUnavailableException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;

/**
 * Writes an audit entry for every regulation, although the audit trail is in another database: at
 * once if possible, otherwise later, also after a crash. May be called from any thread.
 *
 * <p>A crash between writing the entry and marking the regulation as audited may repeat the entry.
 * No entry is lost.
 */
final class RegulationAuditor {

  /** How long the node that accepted a regulation has to audit it itself. */
  static final Duration GRACE = Duration.ofSeconds(10);

  private static final int BATCH = 100;

  private final RegulationStore store;
  private final Consumer<Regulation> trail;
  private final InstantSource time;

  /**
   * @param trail writes the audit entry; throws {@link DatabaseUnavailableException}
   */
  RegulationAuditor(RegulationStore store, Consumer<Regulation> trail, InstantSource time) {
    this.store = store;
    this.trail = trail;
    this.time = time;
  }

  /** Writes to the audit trail the number of users, never their IDs. */
  static RegulationAuditor of(RegulationStore store, AuditTrail trail, InstantSource time) {
    return new RegulationAuditor(
        store,
        regulation ->
            trail.add(
                new AuditStamp(
                    regulation.by().id(), regulation.by().name(), regulation.createdAt()),
                event(regulation)),
        time);
  }

  private static AuditEvent event(Regulation regulation) {
    List<String> sources = regulation.sources().stream().map(SourceId::toString).toList();
    AuditFields fields =
        AuditFields.none()
            .with("regulationType", regulation.type().name())
            .with("subjects", regulation.subjects())
            .with("sources", sources.isEmpty() ? null : sources)
            .with("hideNow", regulation.hides() ? true : null);
    String id = regulation.id().toString();
    return new AuditEvent.Subject("regulation", id, regulation.type().name()).created(fields);
  }

  /** Audits a new regulation, unless the trail is unavailable. */
  void audit(Regulation regulation) {
    try {
      write(regulation);
    } catch (DatabaseUnavailableException later) {
      // the next refresh audits it
    }
  }

  /** Audits regulations that have no audit entry yet. */
  void catchUp() {
    store.unaudited(time.instant().minus(GRACE), BATCH).forEach(this::write);
  }

  private void write(Regulation regulation) {
    trail.accept(regulation);
    store.audited(regulation.id());
  }
}
