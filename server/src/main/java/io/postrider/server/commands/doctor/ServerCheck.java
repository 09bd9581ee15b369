package io.postrider.server.commands.doctor;

import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.PostgresProbe;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** Checks that the servers which the configuration names can be reached. */
final class ServerCheck {

  private static final int TIMEOUT_SECONDS = 5;

  private ServerCheck() {}

  /** PostgreSQL: connects and asks. */
  static Finding postgres(DatabaseUrl url) {
    String name = "PostgreSQL";
    PostgresProbe probe = PostgresProbe.of(url);
    return probe.connected()
        ? Finding.ok(name, "Connected; the server has version " + probe.text() + ".")
        : Finding.problem(
            name,
            "Cannot connect: " + probe.text(),
            "Check database.url, that the server runs, and that it lets this user in.");
  }

  /**
   * Kafka: connects to each broker.
   *
   * @param bootstrap brokers as host and port, with commas between them
   */
  static List<Finding> kafka(String bootstrap) {
    List<Finding> findings = new ArrayList<>();
    for (String broker : bootstrap.split(",", -1)) {
      findings.add(broker(broker.strip()));
    }
    return findings;
  }

  private static Finding broker(String broker) {
    String name = "Kafka " + broker;
    String fix = "Check log.kafka.bootstrap, and that the broker runs and can be reached.";
    int colon = broker.lastIndexOf(':');
    if (colon < 1 || !broker.substring(colon + 1).matches("[0-9]{1,5}")) {
      return Finding.problem(name, "It is not a host and a port, such as kafka1:9092.", fix);
    }
    String host = broker.substring(0, colon);
    int port = Integer.parseInt(broker.substring(colon + 1));
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), TIMEOUT_SECONDS * 1_000);
      return Finding.ok(name, "The broker accepts connections.");
    } catch (IOException | IllegalArgumentException e) {
      return Finding.problem(name, "Cannot connect: " + e.getMessage(), fix);
    }
  }
}
