package io.postrider.server.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.server.config.StartException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MigrationMarkTest {

  @TempDir Path folder;

  @Test
  void unmarkedFolder_isServed() {
    MigrationMark mark = MigrationMark.of(folder);
    assertThatCode(() -> mark.requireServable(false)).doesNotThrowAnyException();
    assertThatCode(() -> mark.requireServable(true)).doesNotThrowAnyException();
    assertThat(mark.isFinished()).isFalse();
  }

  @Test
  void halfMovedFolder_isRefusedByBothEngines() {
    MigrationMark.of(folder).start();
    for (boolean onKafka : new boolean[] {false, true}) {
      assertThatThrownBy(() -> MigrationMark.of(folder).requireServable(onKafka))
          .isInstanceOf(StartException.class)
          .hasMessageContaining("is half moved")
          .hasMessageContaining("Run 'postrider migrate' again");
    }
  }

  @Test
  void movedFolder_isServedOnKafkaOnly() {
    MigrationMark.of(folder).start();
    MigrationMark.of(folder).finish();
    MigrationMark mark = MigrationMark.of(folder);
    assertThat(mark.isFinished()).isTrue();
    assertThatCode(() -> mark.requireServable(true)).doesNotThrowAnyException();
    assertThatThrownBy(() -> mark.requireServable(false))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("was moved to Kafka and PostgreSQL")
        .hasMessageContaining("delete " + folder.resolve(MigrationMark.NAME));
  }

  @Test
  void mark_isForItsOwnerOnly() throws Exception {
    MigrationMark.of(folder).start();
    assertThat(Files.getPosixFilePermissions(folder.resolve(MigrationMark.NAME))).hasSize(2);
  }
}
