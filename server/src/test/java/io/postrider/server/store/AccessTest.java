package io.postrider.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.server.follow.StoreAwayException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AccessTest {

  @TempDir Path folder;

  private Database open() {
    return Database.open(DatabaseUrl.sqlite(folder.resolve("usage.db")), Schema.USAGE);
  }

  @Test
  void absence_isToldInTheWordsOfTheJob() {
    Database database = open();
    Access access = new Access(database, StoreAwayException::new);
    int read = access.read(handle -> handle.createQuery("select 1").mapTo(int.class).one());
    int written = access.write(handle -> handle.execute("delete from usage_bookmark"));
    assertThat(read).isEqualTo(1);
    assertThat(written).isZero();
    database.close();
    assertThatThrownBy(() -> access.read(handle -> handle.execute("select 1")))
        .isInstanceOf(StoreAwayException.class)
        .hasCauseInstanceOf(DatabaseUnavailableException.class);
    assertThatThrownBy(() -> access.write(handle -> handle.execute("delete from usage_bookmark")))
        .isInstanceOf(StoreAwayException.class)
        .hasCauseInstanceOf(DatabaseUnavailableException.class);
  }

  @Test
  void mistake_isNoAbsence() {
    try (Database database = open()) {
      Access access = new Access(database, StoreAwayException::new);
      assertThatThrownBy(
              () -> access.read(handle -> handle.select("select wrong").mapToMap().list()))
          .isNotInstanceOf(StoreAwayException.class);
    }
  }
}
