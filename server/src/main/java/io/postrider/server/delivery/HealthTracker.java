package io.postrider.server.delivery;

import io.postrider.delivery.CursorCorruptException;
import io.postrider.delivery.DestinationLimits;
import io.postrider.id.DestinationId;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Saves and restores the health of one destination, and tracks what was saved. On its loop. */
final class HealthTracker {

  private static final Logger LOG = LoggerFactory.getLogger(HealthTracker.class);

  private final DestinationId destination;
  private final DestinationLimits limits;
  private final AttemptRecorder recorder;

  /** What is saved; null if that is unknown. */
  private byte @Nullable [] saved;

  HealthTracker(DestinationId destination, DestinationLimits limits, AttemptRecorder recorder) {
    this.destination = destination;
    this.limits = limits;
    this.recorder = recorder;
  }

  /**
   * Continues from what was saved, before any message is sent. Unreadable bytes are reported and
   * ignored: deliveries matter more than what is known about them.
   */
  void restore(byte @Nullable [] bytes, long nowMillis) {
    if (bytes == null) {
      return;
    }
    try {
      recorder.restore(limits.restoreHealth(bytes, nowMillis));
      saved = bytes;
    } catch (CursorCorruptException corrupt) {
      LOG.atWarn()
          .addKeyValue("destination", destination)
          .addKeyValue("problem", corrupt.getMessage())
          .log("The saved health of a destination is unreadable; it starts as unknown.");
    }
  }

  /** The health to save; null if it is saved. */
  byte @Nullable [] change() {
    byte[] now = limits.encodeHealth(recorder.savedError());
    return Arrays.equals(now, saved) ? null : now;
  }

  void saved(byte[] bytes) {
    saved = bytes;
  }

  /** A save failed; the bytes may or may not be saved. */
  void notSaved() {
    saved = null;
  }
}
