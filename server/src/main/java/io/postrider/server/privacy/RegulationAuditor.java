package io.postrider.server.privacy;

import io.postrider.server.database.DatabaseUnavailableException;
import java.time.Duration;
import java.time.InstantSource;

/**
 * Sees to it that the audit trail tells of every request, though it is kept elsewhere: at once if
 * possible, or else later, also after a crash. May be called from any thread.
 *
 * <p>A crash between the entry and the note that there is one may repeat the entry; it never gets
 * lost.
 */
final class RegulationAuditor {

  /** How long whoever took a request has to tell of it himself. */
  static final Duration GRACE = Duration.ofSeconds(10);

  private static final int AT_ONCE = 100;

  private final RegulationStore store;
  private final RegulationAudit audit;
  private final InstantSource time;

  RegulationAuditor(RegulationStore store, RegulationAudit audit, InstantSource time) {
    this.store = store;
    this.audit = audit;
    this.time = time;
  }

  /** Tells of a request that was just made, unless the trail is away. */
  void tell(Regulation made) {
    try {
      told(made);
    } catch (DatabaseUnavailableException later) {
      // the request stands; it is told of when the trail is back
    }
  }

  /** Tells of those that nobody told of. */
  void catchUp() {
    store.unaudited(time.instant().minus(GRACE), AT_ONCE).forEach(this::told);
  }

  private void told(Regulation regulation) {
    audit.made(regulation);
    store.audited(regulation.id());
  }
}
