package io.postrider.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.server.config.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AdminTokenTest {

  @TempDir Path folder;
  private final KeyGenerator keys = new KeyGenerator(new SecureRandom());

  @Test
  void token_isCreatedOnce() throws IOException {
    Secret made = AdminToken.openOrCreate(folder, keys);
    assertThat(made.reveal()).matches("prt_[0-9a-z]{52}");
    assertThat(AdminToken.openOrCreate(folder, keys)).isEqualTo(made);
    assertThat(made.toString()).isEqualTo("***");
  }

  @Test
  void file_isReadableByItsOwnerOnly() throws IOException {
    AdminToken.openOrCreate(folder, keys);
    Path file = folder.resolve("admin-token");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void incompleteFileOfACrash_isIgnored() throws IOException {
    Files.writeString(
        folder.resolve("admin-token.tmp-" + ProcessHandle.current().pid()), "prt_half");
    assertThat(AdminToken.openOrCreate(folder, keys).reveal()).hasSize(56);
  }

  @Test
  void fileReadableByOthers_isAccepted() throws IOException {
    Path file = folder.resolve("admin-token");
    Files.writeString(file, "chosen-by-hand\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(AdminToken.openOrCreate(folder, keys).reveal()).isEqualTo("chosen-by-hand");
  }

  @Test
  void fileWithoutToken_isRefused() throws IOException {
    Path file = folder.resolve("admin-token");
    for (String content : new String[] {"", "\n", "two words", "x".repeat(5000), "\u00ff"}) {
      Files.write(file, content.getBytes(StandardCharsets.ISO_8859_1));
      assertThatThrownBy(() -> AdminToken.openOrCreate(folder, keys))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("accept-loss");
    }
  }

  @Test
  void token_matchesOnlyItself() {
    AdminToken token = AdminToken.of(Secret.of("s3cret"));
    assertThat(token.hash().equals(TokenHash.of("s3cret"))).isTrue();
    for (String wrong : new String[] {"", "s3cre", "s3crets", "S3CRET", "s3cret\0", "******"}) {
      assertThat(token.hash().equals(TokenHash.of(wrong))).as(wrong).isFalse();
    }
    assertThatThrownBy(() -> AdminToken.of(Secret.of("über")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("über");
  }
}
