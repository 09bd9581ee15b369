package io.postrider.server.privacy;

/** Tells the audit trail of requests. May be called from any thread, and may block. */
@FunctionalInterface
public interface RegulationAudit {

  /**
   * Adds that a request was made.
   *
   * @throws PrivacyStoreAwayException if the trail cannot be reached now
   */
  void made(Regulation regulation);
}
