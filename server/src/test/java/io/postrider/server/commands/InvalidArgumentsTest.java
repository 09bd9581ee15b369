package io.postrider.server.commands;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.server.config.PrivateFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Arguments that no service is asked about: exit code 2 and what is wrong. */
final class InvalidArgumentsTest {

  private static final String URL = "http://127.0.0.1:1";

  @TempDir Path folder;

  private final StringWriter err = new StringWriter();
  private String profile = "";

  @BeforeEach
  void emptyProfile() throws IOException {
    profile = profile("empty", "");
  }

  private String profile(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    PrivateFile.create(file, text.getBytes(UTF_8));
    return file.toString();
  }

  private void assertInvalid(Callable<Integer> command, String message, String... arguments) {
    err.getBuffer().setLength(0);
    int code =
        CommandErrors.handledBy(new CommandLine(command))
            .setErr(new PrintWriter(err, true))
            .execute(arguments);
    assertThat(err.toString()).contains(message);
    assertThat(code).isEqualTo(2);
  }

  @Test
  void urlWithoutAScheme() {
    String message = "'localhost:21001' is not a URL";
    assertInvalid(
        new StatusCommand(),
        message,
        "--profile",
        profile,
        "--url",
        "localhost:21001",
        "--token",
        "a-token");
    assertInvalid(
        new SendCommand(),
        message,
        "--profile",
        profile,
        "--url",
        "localhost:21001",
        "--user-id",
        "ada");
  }

  @Test
  void profileThatOthersCanRead() throws IOException {
    Path file = Path.of(profile("shared", "url = " + URL));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertInvalid(
        new StatusCommand(), "Other users can use the profile", "--profile", file.toString());
  }

  @Test
  void migrationWithoutKafka() {
    assertInvalid(
        new MigrateCommand(),
        "'log.engine' is embedded",
        "--data",
        folder.resolve("data").toString());
  }

  @Test
  void addressIsCheckedBeforeTheToken() {
    for (Callable<Integer> command : List.of(new StatusCommand(), new TailCommand())) {
      assertInvalid(command, "'foo://x' is not a URL", "--profile", profile, "--url", "foo://x");
    }
  }

  @Test
  void authoritiesThatCannotBeRead() throws IOException {
    Path garbage = Files.writeString(folder.resolve("garbage.pem"), "hello\n");
    String missing = folder.resolve("missing.pem").toString();
    for (Callable<Integer> command : List.of(new StatusCommand(), new TailCommand())) {
      assertInvalid(
          command,
          "'--ca' (" + missing + ") cannot be read: it does not exist.",
          "--profile",
          profile,
          "--ca",
          missing);
      assertInvalid(
          command, "'--ca' (" + garbage + ") ", "--profile", profile, "--ca", garbage.toString());
    }
    assertInvalid(
        new SendCommand(),
        "it is a folder.",
        "--profile",
        profile,
        "--ca",
        folder.toString(),
        "--write-key",
        "wk_1",
        "--user-id",
        "ada");
    assertInvalid(
        new StatusCommand(),
        "'ca of the profile' (" + missing + ") cannot be read: it does not exist.",
        "--profile",
        profile("with-ca", "ca = missing.pem\n"));
  }

  @Test
  void keysWithSpaces() {
    assertInvalid(
        new StatusCommand(),
        "The token is invalid",
        "--profile",
        profile,
        "--url",
        URL,
        "--token",
        "a b");
    assertInvalid(
        new SendCommand(),
        "The write key is invalid",
        "--profile",
        profile,
        "--url",
        URL,
        "--write-key",
        "a b",
        "--user-id",
        "ada");
  }

  @Test
  void unknownKeyOfTheProfile() throws IOException {
    assertInvalid(
        new StatusCommand(), "Unknown key 'tokn'", "--profile", profile("other", "tokn = x\n"));
  }

  @Test
  void unknownType() {
    for (String type : new String[] {"foo", "t", "delete"}) {
      assertInvalid(
          new TailCommand(),
          "--type must be identify, track, page, screen, group or alias.",
          "--profile",
          profile,
          "--url",
          URL,
          "--token",
          "a-token",
          "--type",
          type);
    }
  }

  @Test
  void rangeThatEndsBeforeItBegins() {
    assertInvalid(
        new ReplayCommand(), "--from must be before --to.", "d", "--from", "1h", "--to", "2h");
    assertInvalid(
        new ReplayCommand(), "--from must be before now.", "d", "--from", "2999-01-01T00:00:00Z");
  }
}
