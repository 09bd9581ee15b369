package io.postrider.server.cluster;

import io.postrider.log.kafka.BrokerFinding;
import io.postrider.log.kafka.KafkaConnection;
import io.postrider.log.kafka.KafkaLog;
import io.postrider.log.kafka.KafkaLogOptions;
import io.postrider.log.kafka.KafkaProbe;
import io.postrider.log.kafka.OwnershipListener;
import io.postrider.log.kafka.OwnershipSettings;
import io.postrider.log.kafka.PartitionOwnership;
import io.postrider.log.kafka.TopicSettings;
import io.postrider.server.config.ClusterConfig;
import io.postrider.server.config.Config;
import io.postrider.server.config.ConfigException;
import io.postrider.server.config.FileErrorText;
import io.postrider.server.config.KafkaConfig;
import io.postrider.server.config.NodeLimits;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;

/**
 * The brokers of a node whose log is on Kafka: opens the topics, and joins the group that shares
 * their partitions. May be called from any thread.
 */
public final class KafkaEngine {

  private static final String LEDGER = "-ledger";
  private static final String REJECTED = "-rejected";

  /** How often a node looks at topics other than that of messages. */
  private static final Duration SIDE_LOOK = Duration.ofSeconds(5);

  private final KafkaConnection connection;
  private final KafkaConfig kafka;
  private final ClusterConfig cluster;
  private final KafkaLogOptions options;
  private final Duration retention;
  private final Duration ledgerRetention;
  private final String node;

  private KafkaEngine(Config config, KafkaLogOptions options, String node) {
    this.kafka = config.log().kafka();
    this.cluster = config.cluster();
    this.connection = new KafkaConnection(kafka.bootstrap(), security(kafka));
    this.options = options;
    this.retention = config.log().retention();
    this.ledgerRetention = config.ledger().retention();
    this.node = node;
  }

  /** The engine that the settings describe; connects to nothing yet. */
  public static KafkaEngine of(Config config, InstantSource time) {
    NodeLimits limits = NodeLimits.of(config);
    KafkaLogOptions defaults = KafkaLogOptions.DEFAULT;
    KafkaLogOptions options =
        defaults
            .withSizes(
                defaults.maxAppendBytes(), Math.max(defaults.maxAppendBytes(), limits.logBytes()))
            .withCompression(config.log().kafka().compression().name().toLowerCase(Locale.ROOT))
            .withClock(time);
    return new KafkaEngine(
        config, options, config.cluster().nodeId().orElseGet(() -> NodeId.of(config.data().dir())));
  }

  /**
   * Asks the brokers about themselves and the topics of a node; creates nothing, on the brokers or
   * in the data folder.
   *
   * @param rejectedBytes as of {@link #openRejected}
   * @throws ConfigException if the settings cannot be used
   */
  public static List<BrokerFinding> ask(Config config, long rejectedBytes, Duration timeout) {
    KafkaEngine engine = new KafkaEngine(config, KafkaLogOptions.DEFAULT, "");
    return KafkaProbe.ask(
        engine.connection,
        List.of(engine.messages(), engine.ledger(), engine.rejected(rejectedBytes)),
        KafkaLogOptions.DEFAULT,
        timeout);
  }

  private static Map<String, String> security(KafkaConfig kafka) {
    Map<String, String> security = new HashMap<>();
    kafka
        .propertiesFile()
        .ifPresent(
            file -> {
              Properties properties = read(file);
              properties
                  .stringPropertyNames()
                  .forEach(name -> security.put(name, properties.getProperty(name)));
            });
    return security;
  }

  private static Properties read(Path file) {
    try (Reader reader = Files.newBufferedReader(file)) {
      Properties properties = new Properties();
      properties.load(reader);
      return properties;
    } catch (IOException | IllegalArgumentException e) {
      throw new ConfigException(
          "Cannot read the file of 'log.kafka.properties-file', %s: %s"
              .formatted(file.toAbsolutePath(), FileErrorText.ofFile(file, e)));
    }
  }

  /** Opens the log of messages; the first node creates its topic. */
  public KafkaLog openLog() {
    return KafkaLog.open(connection, messages(), options);
  }

  /** Opens the log of the ledger, with as many partitions. */
  public KafkaLog openLedger() {
    return KafkaLog.open(connection, ledger(), options.withLook(SIDE_LOOK));
  }

  /**
   * Opens the log of rejected calls of all nodes, with one partition.
   *
   * @param maxBytes the size beyond which its oldest records go
   */
  public KafkaLog openRejected(long maxBytes) {
    return KafkaLog.open(connection, rejected(maxBytes), options.withLook(SIDE_LOOK));
  }

  private TopicSettings messages() {
    return topic(kafka.topic(), retention);
  }

  private TopicSettings ledger() {
    return topic(kafka.topic() + LEDGER, ledgerRetention);
  }

  private TopicSettings rejected(long maxBytes) {
    return new TopicSettings(
        kafka.topic() + REJECTED,
        1,
        (short) kafka.replication(),
        kafka.minInSync(),
        ledgerRetention,
        maxBytes);
  }

  private TopicSettings topic(String name, Duration retained) {
    return new TopicSettings(
        name, kafka.partitions(), (short) kafka.replication(), kafka.minInSync(), retained);
  }

  /**
   * Joins the group of all nodes that deliver; the listener is told which partitions to deliver.
   */
  public PartitionOwnership join(OwnershipListener listener) {
    OwnershipSettings settings =
        new OwnershipSettings(
            kafka.topic(),
            node,
            OwnershipSettings.Protocol.valueOf(cluster.protocol().name()),
            cluster.sessionTimeout());
    return PartitionOwnership.join(connection, kafka.topic(), settings, listener, System::nanoTime);
  }

  /** The name of this node. */
  public String node() {
    return node;
  }
}
