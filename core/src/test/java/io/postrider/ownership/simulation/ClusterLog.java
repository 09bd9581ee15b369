package io.postrider.ownership.simulation;

import io.postrider.id.SourceId;
import io.postrider.message.MessageType;
import io.postrider.message.RecordTemplates;
import io.postrider.message.RecordView;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A log with partitions, which all nodes read. */
final class ClusterLog {

  static final int USERS = 8;

  private static final List<byte[]> TEMPLATES =
      IntStream.range(0, USERS)
          .mapToObj(user -> "{\"userId\":\"user-%d\",\"event\":\"Opened\"}".formatted(user))
          .map(json -> RecordTemplates.canonical(MessageType.TRACK, new SourceId(0x51), json))
          .toList();

  /** An accepted message. */
  record Message(int partition, long offset, int user, RecordView record) {}

  private final List<List<Message>> partitions = new ArrayList<>();
  private long count;

  ClusterLog(int partitions) {
    for (int partition = 0; partition < partitions; partition++) {
      this.partitions.add(new ArrayList<>());
    }
  }

  int partitions() {
    return partitions.size();
  }

  void append(int partition, int user, long nowMillis) {
    RecordView record = RecordTemplates.copy(TEMPLATES.get(user), nowMillis, count++);
    partitions.get(partition).add(new Message(partition, end(partition), user, record));
  }

  /** The offset of the next message. */
  long end(int partition) {
    return partitions.get(partition).size();
  }

  Message at(int partition, long offset) {
    return partitions.get(partition).get((int) offset);
  }
}
