package io.postrider.server.privacy;

import io.postrider.server.database.DatabaseUnavailableException;

/** Tells the audit trail of requests. May be called from any thread, and may block. */
@FunctionalInterface
public interface RegulationAudit {

  /**
   * Adds that a request was made.
   *
   * @throws DatabaseUnavailableException if the trail cannot be reached now
   */
  void made(Regulation regulation);
}
