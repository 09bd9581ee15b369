package io.postrider.server.catalog.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.route.Source;
import io.postrider.server.access.KeyGenerator;
import io.postrider.server.catalog.FlakyCatalogAccess;
import io.postrider.server.catalog.KeyRotation;
import io.postrider.server.catalog.RecordingLog;
import io.postrider.server.catalog.RefusedWorkspaceFile;
import io.postrider.server.catalog.definition.ComputationRules;
import io.postrider.server.catalog.sql.SqlCatalogStore;
import io.postrider.server.http.admin.ApiTests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Changes of the file, check by check. */
final class FileFollowerTest extends ApiTests {

  private FlakyCatalogAccess flaky;
  private Path file;
  private WorkspaceFileFollower follower;

  @BeforeEach
  void openFollower() {
    file = folder.resolve("workspace.yaml");
    flaky = new FlakyCatalogAccess(database);
    WorkspaceApplier workspace =
        new WorkspaceApplier(
            new SqlCatalogStore(flaky, seal),
            EnvironmentVariables.of(Map.of()),
            catalog,
            new WorkspacePlanner(
                new KeyGenerator(new SecureRandom()),
                new KeyRotation(GRACE),
                new ComputationRules(HISTORY),
                log,
                () -> now));
    follower = new WorkspaceFileFollower(file, workspace, () -> now);
  }

  private static String naming(String name) {
    return "sources: {a: {name: %s, type: web}}\n".formatted(name);
  }

  private void write(String text) throws IOException {
    Files.writeString(file, text);
  }

  private List<String> names() {
    return catalog.current().sources().stream().map(Source::name).toList();
  }

  @Test
  void begin_appliesTheFileOrFails() throws Exception {
    assertThatThrownBy(follower::begin).isInstanceOf(NoSuchFileException.class);
    write("sources: {a: {}}");
    assertThatThrownBy(follower::begin).isInstanceOf(InvalidWorkspaceFileException.class);
    write(naming("One"));
    follower.begin();
    assertThat(names()).containsExactly("One");
    assertThat(follower.check()).isFalse();
  }

  @Test
  void change_isAppliedWhenReadTwice() throws Exception {
    write(naming("One"));
    follower.begin();
    write(naming("Tw"));
    assertThat(follower.check()).as("check again soon").isTrue();
    write(naming("Two"));
    assertThat(follower.check()).as("it was still being written").isTrue();
    assertThat(names()).containsExactly("One");
    assertThat(follower.check()).isFalse();
    assertThat(names()).containsExactly("Two");
  }

  @Test
  void invalidFile_isLoggedOnceAndChangesNothing() throws Exception {
    write(naming("One"));
    follower.begin();
    try (RecordingLog lines = RecordingLog.open()) {
      write("sources:\n  a:\n    name: Two\n    type: desktop\n");
      follower.check();
      follower.check();
      follower.check();
      follower.check();
      assertThat(lines.linesOf(WorkspaceFileFollower.class)).hasSize(1);
      assertThat(lines.linesOf(WorkspaceFileFollower.class).getFirst())
          .contains("is invalid and was not applied")
          .contains(file + ":4:5: sources.a.type must be web, mobile or server");
    }
    assertThat(names()).containsExactly("One");
    write(naming("Three"));
    follower.check();
    follower.check();
    assertThat(names()).containsExactly("Three");
  }

  @Test
  void hostileFile_changesNothingAndIsReplaced() throws Exception {
    write(naming("One"));
    follower.begin();
    try (RecordingLog lines = RecordingLog.open()) {
      write("sources: " + "[".repeat(1_000_000));
      follower.check();
      follower.check();
      write(" ".repeat(YamlBounds.MAX_BYTES + 1));
      follower.check();
      Files.delete(file);
      Files.createDirectory(file);
      follower.check();
      Files.delete(file);
      assertThat(lines.linesOf(WorkspaceFileFollower.class))
          .hasSize(3)
          .anyMatch(line -> line.contains("the file is too large: at most 64 levels"))
          .anyMatch(line -> line.contains("it has more than 16,777,216 bytes."))
          .anyMatch(line -> line.contains("it is a folder."))
          .noneMatch(line -> line.contains("\n"));
    }
    assertThat(names()).containsExactly("One");
    write(" ".repeat(YamlBounds.MAX_BYTES - naming("Two").length()) + naming("Two"));
    follower.check();
    follower.check();
    write(naming("Two"));
    follower.check();
    follower.check();
    assertThat(names()).containsExactly("Two");
  }

  @Test
  void missingFile_changesNothing() throws Exception {
    write(naming("One"));
    follower.begin();
    try (RecordingLog lines = RecordingLog.open()) {
      Files.delete(file);
      follower.check();
      follower.check();
      assertThat(lines.linesOf(WorkspaceFileFollower.class)).hasSize(1);
      assertThat(lines.linesOf(WorkspaceFileFollower.class).getFirst())
          .contains("it does not exist");
      write("");
      follower.check();
      follower.check();
    }
    assertThat(names()).containsExactly("One");
  }

  @Test
  void renamedFileAndSwappedLink_areNoticed() throws Exception {
    Path one = Files.createDirectory(folder.resolve("..one"));
    Path two = Files.createDirectory(folder.resolve("..two"));
    Files.writeString(one.resolve("workspace.yaml"), naming("One"));
    Files.writeString(two.resolve("workspace.yaml"), naming("Two"));
    Path data = Files.createSymbolicLink(folder.resolve("..data"), one.getFileName());
    Files.createSymbolicLink(file, Path.of("..data", "workspace.yaml"));
    follower.begin();
    assertThat(names()).containsExactly("One");
    Path next = Files.createSymbolicLink(folder.resolve("..next"), two.getFileName());
    Files.move(next, data, StandardCopyOption.ATOMIC_MOVE);
    follower.check();
    follower.check();
    assertThat(names()).containsExactly("Two");
    Path written = Files.writeString(folder.resolve("new"), naming("Three"));
    Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
    follower.check();
    follower.check();
    assertThat(names()).containsExactly("Three");
  }

  @Test
  void refusedFile_isShownUntilItIsCorrected() throws Exception {
    write(naming("One"));
    follower.begin();
    assertThat(follower.refused()).isEmpty();
    write("sources: {a: {}, b: {}, c: {}}\n");
    follower.check();
    assertThat(follower.refused()).as("it may still be written").isEmpty();
    follower.check();
    RefusedWorkspaceFile invalid = follower.refused().orElseThrow();
    assertThat(invalid.since()).isEqualTo(now);
    assertThat(invalid.message())
        .startsWith("The workspace file is invalid: " + file + ":1:")
        .endsWith("; and 3 more.");
    now = now.plusSeconds(60);
    follower.check();
    assertThat(follower.refused()).as("refused since the first time").contains(invalid);

    String wrong = Files.readString(file);
    Files.delete(file);
    follower.check();
    assertThat(follower.refused().orElseThrow().message()).endsWith("it does not exist.");
    write(wrong);
    follower.check();
    assertThat(follower.refused()).as("it is there again, and still wrong").contains(invalid);

    write(naming("One"));
    follower.check();
    follower.check();
    assertThat(follower.refused()).isEmpty();
  }

  @Test
  void databaseOutage_isRetried() throws Exception {
    write(naming("One"));
    follower.begin();
    flaky.goAway();
    write(naming("Two"));
    try (RecordingLog lines = RecordingLog.open()) {
      for (int i = 0; i < 4; i++) {
        follower.check();
      }
      assertThat(lines.linesOf(WorkspaceFileFollower.class)).hasSize(1);
      flaky.comeBack();
      follower.check();
      assertThat(names()).containsExactly("Two");
    }
  }
}
