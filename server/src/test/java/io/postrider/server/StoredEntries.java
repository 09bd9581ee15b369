package io.postrider.server;

import io.postrider.ledger.LedgerBlock;
import io.postrider.ledger.LedgerEntry;
import io.postrider.log.LogReader;
import io.postrider.log.LogRecord;
import io.postrider.log.embedded.EmbeddedLog;
import io.postrider.log.embedded.EmbeddedLogOptions;
import io.postrider.log.embedded.FolderDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The ledger of a stopped node. */
final class StoredEntries {

  private StoredEntries() {}

  /** All entries in the ledger of a data folder, in order. */
  static List<LedgerEntry> readAll(Path dataFolder) {
    List<LedgerEntry> entries = new ArrayList<>();
    try (EmbeddedLog log =
            EmbeddedLog.open(
                FolderDisk.open(dataFolder.resolve("ledger")), EmbeddedLogOptions.DEFAULT);
        LogReader reader = log.reader(0, log.firstOffset(0))) {
      for (List<LogRecord> read = reader.read(1 << 20);
          !read.isEmpty();
          read = reader.read(1 << 20)) {
        for (LogRecord record : read) {
          LedgerBlock block = LedgerBlock.of(record.bytes());
          while (block.next()) {
            entries.add(block.entry());
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return entries;
  }
}
