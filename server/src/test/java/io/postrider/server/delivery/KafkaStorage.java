package io.postrider.server.delivery;

import static java.util.Objects.requireNonNull;
import static org.awaitility.Awaitility.await;

import io.postrider.log.RecordLog;
import io.postrider.log.kafka.KafkaLog;
import io.postrider.log.kafka.KafkaLogOptions;
import io.postrider.log.kafka.TopicSettings;
import io.postrider.server.SharedBroker;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.PostgresServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.UUID;

/** A topic for each log and one PostgreSQL database, on servers that tests share. */
final class KafkaStorage implements DeliveryStorage {

  private final DatabaseUrl database = DatabaseUrl.parse(PostgresServer.createDatabase());
  private final IdentityHashMap<RecordLog, String> topics = new IdentityHashMap<>();

  @Override
  public RecordLog openLog() {
    String topic = "log-" + UUID.randomUUID();
    RecordLog log =
        KafkaLog.open(
            SharedBroker.cluster().connection(),
            new TopicSettings(topic, 1, (short) 1, 1, Duration.ofDays(3650)),
            KafkaLogOptions.DEFAULT);
    topics.put(log, topic);
    return log;
  }

  @Override
  public void expireBefore(RecordLog log, long offset) {
    SharedBroker.cluster().deleteRecords(requireNonNull(topics.get(log)), 0, offset);
    await().until(() -> log.firstOffset(0) == offset);
  }

  @Override
  public DatabaseUrl database(Path folder, String name) {
    return database;
  }

  @Override
  public void close() {
    topics.keySet().forEach(RecordLog::close);
    SharedBroker.cluster().deleteTopics(topics.values());
  }
}
