package io.postrider.server.commands.migrate;

import java.time.Instant;
import java.time.InstantSource;

/** The clock of a log that receives copies: it shows the time of the record that is copied. */
final class CopyClock implements InstantSource {

  private volatile Instant now = Instant.EPOCH;

  void set(Instant time) {
    now = time;
  }

  @Override
  public Instant instant() {
    return now;
  }
}
