package io.postrider.server.commands.doctor;

import io.postrider.log.kafka.BrokerFinding;
import io.postrider.server.cluster.KafkaEngine;
import io.postrider.server.config.Config;
import io.postrider.server.config.ConfigException;
import io.postrider.server.rejected.RejectedFeature;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Checks Kafka: each address, then the brokers and the topics as a node sees them. */
final class KafkaCheck {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  /** A question to the brokers, with the handshakes before it. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private KafkaCheck() {}

  static List<Finding> of(Config config) {
    List<Finding> findings = new ArrayList<>();
    for (String broker : config.log().kafka().bootstrap().split(",", -1)) {
      findings.add(address(broker.strip()));
    }
    if (findings.stream().anyMatch(one -> one.level() == Finding.Level.OK)) {
      findings.addAll(answers(config));
    }
    return findings;
  }

  private static Finding address(String broker) {
    String name = "Kafka " + broker;
    String fix = "Check log.kafka.bootstrap, and that the broker runs and can be reached.";
    int colon = broker.lastIndexOf(':');
    String host = broker.substring(0, colon);
    int port = Integer.parseInt(broker.substring(colon + 1));
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), (int) TIMEOUT.toMillis());
      return Finding.ok(name, "The broker accepts connections.");
    } catch (IOException | IllegalArgumentException e) {
      return Finding.problem(name, "Cannot connect: " + e.getMessage(), fix);
    }
  }

  private static List<Finding> answers(Config config) {
    try {
      return KafkaEngine.ask(config, RejectedFeature.maxBytes(config.ledger()), PATIENCE).stream()
          .map(KafkaCheck::finding)
          .toList();
    } catch (ConfigException | IllegalArgumentException e) {
      return List.of(
          Finding.problem(
              "Kafka", String.valueOf(e.getMessage()), "Correct the settings of log.kafka."));
    }
  }

  private static Finding finding(BrokerFinding found) {
    return switch (found.level()) {
      case GOOD -> Finding.ok(found.about(), found.text());
      case DOUBTFUL -> Finding.warning(found.about(), found.text(), found.action());
      case BAD -> Finding.problem(found.about(), found.text(), found.action());
    };
  }
}
