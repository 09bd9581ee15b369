package io.postrider.server.ledger.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.ledger.BlockEraser;
import io.postrider.log.embedded.EmbeddedLog;
import io.postrider.log.embedded.EmbeddedLogOptions;
import io.postrider.log.embedded.FolderDisk;
import io.postrider.log.embedded.RewritePace;
import io.postrider.server.folder.LogSweep;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The index was built before users were erased from the ledger. */
final class ErasedUserTest {

  @TempDir Path folder;

  @Test
  void erasedUser_isNotFound_andOthersAre() throws IOException {
    try (EmbeddedLog log = EmbeddedLog.open(FolderDisk.open(folder), EmbeddedLogOptions.DEFAULT)) {
      IndexedLedger ledger = new IndexedLedger(7, log, new MemoryDisk(), IndexedLedger.SMALL);
      ledger.append(60);
      while (ledger.index.step()) {
        assertThat(ledger.index.coverage().blocks()).isPositive();
      }
      long user = IndexedLedger.userHash(4);
      int all = found(ledger, AttemptQuery.ALL);
      int others = found(ledger, AttemptQuery.ALL.ofUser(IndexedLedger.userHash(5)));
      assertThat(found(ledger, AttemptQuery.ALL.ofUser(user))).isPositive();

      boolean gone =
          new LogSweep(log, "the ledger", RewritePace.UNLIMITED)
              .run(
                  record -> {
                    byte[] changed =
                        BlockEraser.erase(record.bytes(), entry -> entry.userHash() == user);
                    return changed == null ? null : ByteBuffer.wrap(changed);
                  });

      assertThat(gone).isTrue();
      assertThat(found(ledger, AttemptQuery.ALL.ofUser(user))).isZero();
      assertThat(found(ledger, AttemptQuery.ALL.ofUser(IndexedLedger.userHash(5))))
          .isEqualTo(others);
      assertThat(found(ledger, AttemptQuery.ALL)).as("entries stay").isEqualTo(all);
      ledger.index.close();
    }
  }

  private static int found(IndexedLedger ledger, AttemptQuery query) {
    AttemptPage page =
        ledger.search().attempts(query, PageDirection.OLDER, null, LedgerSearch.MAX_PAGE_ENTRIES);
    return page.entries().size();
  }
}
