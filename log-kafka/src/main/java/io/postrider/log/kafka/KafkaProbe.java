package io.postrider.log.kafka;

import static org.apache.kafka.common.acl.AclOperation.DESCRIBE;
import static org.apache.kafka.common.acl.AclOperation.READ;
import static org.apache.kafka.common.acl.AclOperation.WRITE;

import io.postrider.log.LogUnavailableException;
import io.postrider.log.kafka.KafkaTopic.FoundTopic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.AuthenticationException;

/**
 * Connects to the brokers as a node does, and asks about them and its topics. Creates and changes
 * nothing. Confined to one thread.
 */
public final class KafkaProbe {

  private static final String BROKERS = "Kafka";
  private static final String FILE = "the file of 'log.kafka.properties-file'";

  private final Admin admin;
  private final KafkaLogOptions options;
  private final Duration timeout;
  private final List<BrokerFinding> findings = new ArrayList<>();

  private KafkaProbe(Admin admin, KafkaLogOptions options, Duration timeout) {
    this.admin = admin;
    this.options = options;
    this.timeout = timeout;
  }

  /**
   * Asks.
   *
   * @param timeout for each question
   */
  public static List<BrokerFinding> ask(
      KafkaConnection connection,
      List<TopicSettings> topics,
      KafkaLogOptions options,
      Duration timeout) {
    Admin admin;
    try {
      admin = connection.admin("postrider-probe", timeout, timeout);
    } catch (IllegalArgumentException unusable) {
      return List.of(
          BrokerFinding.bad(
              BROKERS, String.valueOf(unusable.getMessage()), "Correct " + FILE + "."));
    }
    try {
      KafkaProbe probe = new KafkaProbe(admin, options, timeout);
      if (probe.brokers()) {
        topics.forEach(probe::topic);
      }
      return List.copyOf(probe.findings);
    } finally {
      admin.close(Duration.ZERO);
    }
  }

  private static String root(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return String.valueOf(root.getMessage());
  }

  /** Whether the brokers answer. */
  private boolean brokers() {
    try {
      int count = BrokerAnswers.await(admin.describeCluster().nodes(), timeout).size();
      findings.add(
          BrokerFinding.good(
              BROKERS, count == 1 ? "One broker answers." : count + " brokers answer."));
      return true;
    } catch (AuthenticationException e) {
      findings.add(
          BrokerFinding.bad(
              BROKERS,
              "The brokers refuse this client: " + root(e),
              "Check the user, the password and the certificates in " + FILE + "."));
    } catch (KafkaException | LogUnavailableException e) {
      findings.add(
          BrokerFinding.bad(
              BROKERS,
              "The brokers do not answer: " + e.getMessage(),
              "Check 'log.kafka.bootstrap', that the brokers run, and that "
                  + FILE
                  + " has the security protocol of their port."));
    }
    return false;
  }

  private void topic(TopicSettings settings) {
    String about = "Kafka topic " + settings.name();
    try {
      KafkaTopic topic = new KafkaTopic(admin, settings, options.maxMessageBytes(), timeout);
      topic
          .examine()
          .ifPresentOrElse(found -> found(about, settings, found), () -> absent(about, settings));
    } catch (TopicRefusedException e) {
      findings.add(
          BrokerFinding.bad(
              about,
              sentence(e.problem()),
              e.wayOut().isEmpty() ? "Change the topic or the settings." : capital(e.wayOut())));
    } catch (LogUnavailableException e) {
      findings.add(
          BrokerFinding.bad(
              about,
              sentence(String.valueOf(e.getMessage())),
              "Check the brokers and their log files."));
    }
  }

  private void absent(String about, TopicSettings settings) {
    findings.add(
        BrokerFinding.good(
            about,
            "It does not exist; the first start creates it. "
                + described(
                    settings.partitions(),
                    settings.replication(),
                    settings.minInSync(),
                    retention(settings.retention().toMillis()))));
    fewReplicas(about, settings.replication(), settings.minInSync());
  }

  private void found(String about, TopicSettings settings, FoundTopic found) {
    TopicDescription topic = found.description();
    Set<AclOperation> missing = missing(topic);
    if (!missing.isEmpty()) {
      findings.add(
          BrokerFinding.bad(
              about,
              "This user may not do all that a node does; missing: " + missing + ".",
              "Allow it with kafka-acls: the operations Read, Write and Describe on the topic."));
      return;
    }
    String outage = TopicCheck.outage(topic, settings).orElse(null);
    if (outage != null) {
      findings.add(
          BrokerFinding.bad(
              about,
              "It cannot store messages now: " + outage + ".",
              "Start the brokers that are away: kafka-topics --describe --topic "
                  + settings.name()
                  + " shows which."));
      return;
    }
    int replicas =
        topic.partitions().stream().mapToInt(one -> one.replicas().size()).min().orElse(0);
    int minInSync = (int) number(found.config(), "min.insync.replicas", settings.minInSync());
    long retentionMillis = number(found.config(), "retention.ms", settings.retention().toMillis());
    findings.add(
        BrokerFinding.good(
            about,
            described(topic.partitions().size(), replicas, minInSync, retention(retentionMillis))));
    long behind = topic.partitions().stream().filter(KafkaProbe::isBehind).count();
    if (behind > 0) {
      findings.add(
          BrokerFinding.doubtful(
              about,
              "%d of %d partitions have replicas that are not in sync."
                  .formatted(behind, topic.partitions().size()),
              "Start the brokers that are away: kafka-topics --describe"
                  + " --under-replicated-partitions shows which."));
    }
    fewReplicas(about, replicas, minInSync);
  }

  private static Set<AclOperation> missing(TopicDescription topic) {
    Set<AclOperation> allowed = topic.authorizedOperations();
    if (allowed == null || allowed.isEmpty()) {
      return Set.of(); // the brokers do not say
    }
    Set<AclOperation> missing = EnumSet.of(READ, WRITE, DESCRIBE);
    missing.removeAll(allowed);
    return missing;
  }

  private static boolean isBehind(TopicPartitionInfo partition) {
    return partition.isr().size() < partition.replicas().size();
  }

  private void fewReplicas(String about, int replicas, int minInSync) {
    if (minInSync < 2) {
      findings.add(
          BrokerFinding.doubtful(
              about,
              replicas < 2
                  ? "Each message is on one broker: it is lost with that broker's disk."
                  : "A message may be acknowledged when it is on one broker only.",
              "Use three brokers, log.kafka.replication = 3 and log.kafka.min-in-sync = 2."));
    }
  }

  private static String described(int partitions, int replicas, int minInSync, String retention) {
    return "Partitions: %d; replicas: %d; in sync at least: %d; retention: %s."
        .formatted(partitions, replicas, minInSync, retention);
  }

  private static long number(Config config, String key, long otherwise) {
    ConfigEntry entry = config.get(key);
    return entry == null || entry.value() == null ? otherwise : Long.parseLong(entry.value());
  }

  private static String retention(long millis) {
    if (millis < 0) {
      return "for ever";
    }
    Duration time = Duration.ofMillis(millis);
    return time.toDays() >= 2 ? time.toDays() + " days" : time.toMinutes() + " minutes";
  }

  private static String sentence(String text) {
    return capital(text) + (text.endsWith(".") ? "" : ".");
  }

  private static String capital(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }
}
