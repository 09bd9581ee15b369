package io.postrider.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.server.background.FollowStoreAwayException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StoreAccessTest {

  @TempDir Path folder;

  private Database open() {
    return Database.open(DatabaseUrl.sqlite(folder.resolve("usage.db")), Schema.USAGE);
  }

  @Test
  void absence_isToldInTheWordsOfTheJob() {
    Database database = open();
    StoreAccess access = new StoreAccess(database, FollowStoreAwayException::new);
    int read = access.read(handle -> handle.createQuery("select 1").mapTo(int.class).one());
    int written = access.write(handle -> handle.execute("delete from usage_bookmark"));
    assertThat(read).isEqualTo(1);
    assertThat(written).isZero();
    database.close();
    assertThatThrownBy(() -> access.read(handle -> handle.execute("select 1")))
        .isInstanceOf(FollowStoreAwayException.class)
        .hasCauseInstanceOf(DatabaseUnavailableException.class);
    assertThatThrownBy(() -> access.write(handle -> handle.execute("delete from usage_bookmark")))
        .isInstanceOf(FollowStoreAwayException.class)
        .hasCauseInstanceOf(DatabaseUnavailableException.class);
  }

  @Test
  void mistake_isNoAbsence() {
    try (Database database = open()) {
      StoreAccess access = new StoreAccess(database, FollowStoreAwayException::new);
      assertThatThrownBy(
              () -> access.read(handle -> handle.select("select wrong").mapToMap().list()))
          .isNotInstanceOf(FollowStoreAwayException.class);
    }
  }
}
