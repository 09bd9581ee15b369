package io.postrider.server.commands.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What the demo shows at one moment.
 *
 * @param recent deliveries, the newest first
 */
record DemoSnapshot(
    Instant at,
    Duration running,
    String dashboard,
    String token,
    double acceptedPerSecond,
    long accepted,
    List<DestinationRow> destinations,
    List<AudienceRow> audiences,
    List<DeliveryLine> recent,
    ReceiverMode mode) {

  DemoSnapshot {
    destinations = List.copyOf(destinations);
    audiences = List.copyOf(audiences);
    recent = List.copyOf(recent);
  }

  /** A destination, and what its receiver got. */
  record DestinationRow(String name, String state, long waiting, DeliveryMeter.Load load) {}

  /** An audience, and how many users entered and left it since the demo began. */
  record AudienceRow(String name, long members, long entered, long left) {}

  /**
   * One answer of a receiver.
   *
   * @param what the event, or else the type
   * @param latencyMillis from acceptance to this answer; -1 if it is unknown
   */
  record DeliveryLine(
      Instant at,
      String destination,
      int status,
      String signature,
      String what,
      String user,
      long latencyMillis) {}
}
