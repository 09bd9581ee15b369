package io.postrider.log;

/** How soon a reader needs a record that has just become durable. */
public enum Pace {
  /** At once: its delay is a delay of deliveries. */
  LIVE,
  /** Within half a second. A log that several nodes share fetches many records at once for it. */
  BULK
}
