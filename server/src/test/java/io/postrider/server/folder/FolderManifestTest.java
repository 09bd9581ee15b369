package io.postrider.server.folder;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.server.config.StartException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class FolderManifestTest {

  private static final Set<DataFile> ALL = EnumSet.allOf(DataFile.class);
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  @TempDir Path parent;
  private int copies;

  private Path folder() throws IOException {
    Path folder = Files.createDirectories(parent.resolve("data"));
    for (DataFile file : DataFile.values()) {
      Files.createDirectories(file.in(folder).getParent());
      Files.writeString(file.in(folder), "content of " + file);
    }
    return folder;
  }

  private Path listedFolder() throws IOException {
    Path folder = folder();
    Files.delete(DataFile.LOG.in(folder));
    FolderManifest.of(folder).requireFiles(ALL);
    Files.writeString(DataFile.LOG.in(folder), "the log's own manifest");
    FolderManifest.of(folder).listPresent("log-1");
    return folder;
  }

  private Path copy(Path folder) {
    Path copy = parent.resolve("copy-" + copies++);
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(folder.relativize(file).toString()));
      }
      return copy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void refuses(Path folder, String words) {
    assertThatThrownBy(() -> FolderManifest.of(folder).requireFiles(ALL))
        .isInstanceOf(StartException.class)
        .hasMessageContaining(words)
        .hasMessageContaining("postrider accept-loss --data " + folder.toAbsolutePath());
  }

  @Test
  void folderOfAnEarlierVersion_getsAManifest() throws IOException {
    Path folder = folder();
    Files.delete(DataFile.LOG.in(folder));
    FolderManifest.of(folder).requireFiles(ALL);
    assertThat(folder.resolve("manifest")).exists();
    assertThat(FolderManifest.of(folder).files()).as("lists nothing yet").isEmpty();
    FolderManifest.of(folder).listPresent("log-1");
    assertThat(FolderManifest.of(folder).files().keySet())
        .isEqualTo(EnumSet.complementOf(EnumSet.of(DataFile.LOG)));
  }

  @ParameterizedTest
  @EnumSource
  void listedFile_missingOrEmpty_isRefused(DataFile file) throws IOException {
    Path folder = listedFolder();
    FolderManifest.of(folder).requireFiles(ALL);
    Path path = file.in(folder);
    Files.writeString(path, "");
    refuses(folder, path.toAbsolutePath() + " is empty. It holds " + file.content());
    Files.delete(path);
    refuses(folder, path.toAbsolutePath() + " is missing. It holds " + file.content());
    assertThat(FolderManifest.of(folder).isLost(file)).isTrue();
    FolderManifest.of(folder).requireFiles(EnumSet.complementOf(EnumSet.of(file)));
    FolderManifest.of(folder).forget(file);
    FolderManifest.of(folder).requireFiles(ALL);
  }

  @Test
  void allLostFiles_areNamedAtOnce() throws IOException {
    Path folder = listedFolder();
    Files.delete(DataFile.CATALOG.in(folder));
    Files.delete(DataFile.ADMIN_TOKEN.in(folder));
    refuses(folder, "catalog.db admin-token");
  }

  @Test
  void hashKey_withOtherBytes_isRefused() throws IOException {
    Path folder = listedFolder();
    Files.writeString(DataFile.HASH_KEY.in(folder), "content of hash_key");
    refuses(folder, "is not the one that was there before");
  }

  @Test
  void otherLog_isRefused() throws IOException {
    Path folder = listedFolder();
    FolderManifest manifest = FolderManifest.of(folder);
    manifest.requireMark(DataFile.LOG, "log-1");
    assertThatThrownBy(() -> manifest.requireMark(DataFile.LOG, "log-2"))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("log-2, but it was log-1 before")
        .hasMessageContaining("accept-loss");
    manifest.forget(DataFile.LOG);
    manifest.requireMark(DataFile.LOG, "log-2");
  }

  @Test
  void profiles_keepTheMarkOfTheLogTheyBeganWith() throws IOException {
    FolderManifest manifest = FolderManifest.of(listedFolder());
    manifest.listPresent("log-2");
    assertThat(manifest.isMarked(DataFile.PROFILES, "log-1")).isTrue();
    assertThat(manifest.isMarked(DataFile.PROFILES, "log-2")).isFalse();
  }

  @Test
  void manifest_lostOrDamaged_isRefused() throws IOException {
    Path whole = listedFolder();
    byte[] bytes = Files.readAllBytes(whole.resolve("manifest"));
    for (int length = 0; length < bytes.length; length++) {
      Path folder = copy(whole);
      Files.write(folder.resolve("manifest"), Arrays.copyOf(bytes, length));
      refuses(folder, "manifest is empty or damaged");
    }
    for (int place = 0; place < bytes.length; place++) {
      byte[] flipped = bytes.clone();
      flipped[place] ^= 0x10;
      Files.write(whole.resolve("manifest"), flipped);
      assertThatThrownBy(() -> FolderManifest.of(whole).requireFiles(ALL))
          .isInstanceOf(StartException.class);
    }
    Files.delete(whole.resolve("manifest"));
    refuses(whole, "manifest is missing, though the log has one");
    FolderManifest.of(whole).startOver();
    FolderManifest.of(whole).requireFiles(ALL);
  }

  @Test
  void manifestOfALaterRelease_isRefused() throws IOException {
    Path folder = listedFolder();
    Files.writeString(folder.resolve("manifest"), "postrider-manifest 3\nwhatever\n");
    assertThatThrownBy(() -> FolderManifest.of(folder).requireFiles(ALL))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("later release");
  }

  /** An earlier release must refuse a log that it cannot read, and no other folder. */
  @Test
  void compactRecords_makeTheManifestOneOfVersion2() throws IOException {
    Path folder = listedFolder();
    Path file = folder.resolve("manifest");
    assertThat(Files.readString(file)).startsWith("postrider-manifest 1\n");
    FolderManifest.of(folder).noteCompactRecords();
    String second = Files.readString(file);
    assertThat(second).startsWith("postrider-manifest 2\n");
    FolderManifest manifest = FolderManifest.of(folder);
    manifest.requireFiles(ALL);
    manifest.noteDamage(DataFile.CURSORS);
    assertThat(Files.readString(file)).startsWith("postrider-manifest 2\n");
    manifest.noteRepair(DataFile.CURSORS);
    manifest.noteCompactRecords();
    assertThat(file).hasContent(second);
  }

  /** A kill leaves the files as they are at that moment; so a copy of them is what it leaves. */
  @Test
  void killAtAnyStep_leavesTheOldOrTheNewManifest() throws IOException {
    Path folder = folder();
    Files.delete(DataFile.LOG.in(folder));
    List<Path> killed = new ArrayList<>();
    FolderManifest manifest = FolderManifest.of(folder, () -> killed.add(copy(folder)));
    manifest.requireFiles(ALL);
    int first = killed.size();
    manifest.listPresent("log-1");
    Map<DataFile, String> listed = manifest.files();
    assertThat(killed).hasSize(2 * first).hasSizeGreaterThan(6);
    for (Path copy : killed) {
      FolderManifest found = FolderManifest.of(copy);
      found.requireFiles(ALL);
      assertThat(found.files()).isIn(Map.of(), listed);
      found.listPresent("log-1");
      assertThat(FolderManifest.of(copy).files()).isEqualTo(listed);
    }
    assertThat(FolderManifest.of(killed.getLast()).files()).isEqualTo(listed);
  }

  @Test
  void setAside_keepsTheFileAndSaysWhen() throws IOException {
    Path folder = listedFolder();
    Files.writeString(folder.resolve("statistics.db-wal"), "journal", UTF_8);
    List<Path> killed = new ArrayList<>();
    FolderManifest manifest = FolderManifest.of(folder, () -> killed.add(copy(folder)));
    DamagedFiles damaged = new DamagedFiles(manifest, () -> NOON);
    String name = damaged.setAside(DataFile.STATISTICS);
    assertThat(name).isEqualTo("statistics.db.damaged-20260301T120000000Z");
    assertThat(folder.resolve(name)).hasContent("content of STATISTICS");
    assertThat(folder.resolve(name + "-wal")).hasContent("journal");
    assertThat(folder.resolve("statistics.db")).doesNotExist();
    assertThat(folder.resolve("statistics.db-wal")).doesNotExist();
    DamagedFiles later = new DamagedFiles(FolderManifest.of(folder), () -> NOON);
    assertThat(later.copies()).containsExactly(new SetAside(DataFile.STATISTICS, NOON, name));
    killed.add(folder);
    for (Path copy : killed) {
      FolderManifest.of(copy).requireFiles(ALL);
    }
    Files.delete(folder.resolve(name));
    assertThat(later.copies()).as("the operator has deleted it").isEmpty();
  }

  @Test
  void copiesOfOneFile_areBounded() throws IOException {
    Path folder = listedFolder();
    for (int i = 0; i < DamagedFiles.MAX_COPIES + 2; i++) {
      Instant at = NOON.plusSeconds(i);
      Files.writeString(DataFile.STATISTICS.in(folder), "number " + i);
      new DamagedFiles(FolderManifest.of(folder), () -> at).setAside(DataFile.STATISTICS);
      new DamagedFiles(FolderManifest.of(folder), () -> at).setAside(DataFile.CURSORS);
    }
    List<SetAside> left =
        new DamagedFiles(FolderManifest.of(folder), () -> NOON)
            .copies().stream().filter(one -> one.file() == DataFile.STATISTICS).toList();
    assertThat(left).hasSize(DamagedFiles.MAX_COPIES);
    assertThat(left.getFirst().at()).isEqualTo(NOON.plusSeconds(2));
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.filter(file -> file.toString().contains("statistics.db.damaged-")))
          .hasSize(DamagedFiles.MAX_COPIES);
    }
  }

  @Test
  void damage_isRememberedUntilItIsRepairedOrSetAside() throws IOException {
    Path folder = listedFolder();
    FolderManifest.of(folder).noteDamage(DataFile.PROFILES);
    assertThat(FolderManifest.of(folder).isDamaged(DataFile.PROFILES)).isTrue();
    FolderManifest.of(folder).noteRepair(DataFile.PROFILES);
    assertThat(FolderManifest.of(folder).isDamaged(DataFile.PROFILES)).isFalse();
    FolderManifest.of(folder).noteDamage(DataFile.PROFILES);
    new DamagedFiles(FolderManifest.of(folder), () -> NOON).setAside(DataFile.PROFILES);
    assertThat(FolderManifest.of(folder).isDamaged(DataFile.PROFILES)).isFalse();
  }
}
