package io.postrider.server.cluster;

import io.postrider.log.LogIdentity;
import io.postrider.server.config.StartException;
import io.postrider.server.database.Database;
import io.postrider.server.database.Schema;

/**
 * Checks that a topic still has as many partitions as at its first use. The number decides the
 * partition of a user; with another one, messages of a user would be in two partitions, and later
 * ones could overtake earlier ones.
 */
public final class PartitionCount {

  private PartitionCount() {}

  /**
   * Refuses a topic that got more partitions. The first node stores the number.
   *
   * @param database one with {@link Schema#CATALOG}
   * @throws StartException if the number differs
   */
  public static void require(Database database, LogIdentity log, int partitions) {
    int first =
        database.write(
            handle -> {
              handle.execute(
                  "insert into log_partitions (log, partitions) values (?, ?)"
                      + " on conflict do nothing",
                  log.toString(),
                  partitions);
              return handle
                  .select("select partitions from log_partitions where log = ?", log.toString())
                  .mapTo(Integer.class)
                  .one();
            });
    if (first != partitions) {
      throw new StartException(
          "The topic of the log has %d partitions; it had %d when it was first used, and the number"
                  .formatted(partitions, first)
              + " cannot be changed. Move to a new topic: stop all senders, wait until everything"
              + " is delivered, set 'log.kafka.topic' to a new name, and run 'postrider"
              + " reset-cursors'.");
    }
  }
}
