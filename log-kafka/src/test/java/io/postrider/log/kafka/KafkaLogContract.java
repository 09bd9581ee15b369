package io.postrider.log.kafka;

import io.postrider.log.RecordLog;
import io.postrider.log.RecordLogContract;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;

/** The contract of the log, on a real broker; a topic for each test. */
abstract class KafkaLogContract extends RecordLogContract {

  protected abstract KafkaCluster cluster();

  protected abstract BrokerProxy proxy();

  @Override
  protected Subject create() {
    return new KafkaSubject();
  }

  private final class KafkaSubject implements Subject {

    private final TopicSettings topic =
        new TopicSettings("log-" + Uuid.randomUuid(), 2, (short) 1, 1, Duration.ofDays(3650));
    private final KafkaLogOptions options =
        KafkaLogOptions.DEFAULT.withSizes(MAX_APPEND_BYTES, MAX_QUEUED_BYTES).withClock(clock);
    private KafkaLog log = KafkaLog.open(cluster().connection(), topic, options);

    @Override
    public RecordLog log() {
      return log;
    }

    @Override
    public void hold() {
      proxy().hold();
    }

    @Override
    public void release() {
      proxy().release();
    }

    @Override
    public void reopen() {
      log = KafkaLog.open(cluster().connection(), topic, options);
    }

    @Override
    public void expireBefore(long offset) {
      TopicPartition partition = new TopicPartition(topic.name(), 0);
      try {
        cluster()
            .admin()
            .deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(offset)))
            .all()
            .get();
      } catch (InterruptedException | ExecutionException e) {
        throw new IllegalStateException(e);
      }
      log.look();
    }

    @Override
    public void close() {
      proxy().release();
      log.close();
      cluster().admin().deleteTopics(List.of(topic.name()));
    }
  }
}
