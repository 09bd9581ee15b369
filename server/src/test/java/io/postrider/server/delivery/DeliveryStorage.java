package io.postrider.server.delivery;

import io.postrider.log.MemoryLog;
import io.postrider.log.RecordLog;
import io.postrider.server.database.DatabaseUrl;
import java.nio.file.Path;

/** What the deliveries of one test are read from and saved in. */
interface DeliveryStorage extends AutoCloseable {

  /** Opens another log, which is empty and has one partition. */
  RecordLog openLog();

  /** Lets a log delete its records before an offset. */
  void expireBefore(RecordLog log, long offset);

  /**
   * Where a database of the test is.
   *
   * @param folder a folder of the test
   */
  DatabaseUrl database(Path folder, String name);

  @Override
  void close();

  /** Logs in memory and SQLite files. */
  static DeliveryStorage local() {
    return new DeliveryStorage() {
      @Override
      public RecordLog openLog() {
        return new MemoryLog();
      }

      @Override
      public void expireBefore(RecordLog log, long offset) {
        ((MemoryLog) log).expireBefore(offset);
      }

      @Override
      public DatabaseUrl database(Path folder, String name) {
        return DatabaseUrl.sqlite(folder.resolve(name + ".db"));
      }

      @Override
      public void close() {}
    };
  }
}
