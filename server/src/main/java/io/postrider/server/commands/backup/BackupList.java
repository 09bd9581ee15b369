package io.postrider.server.commands.backup;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.server.config.FileErrorText;
import io.postrider.server.config.PrivateFile;
import io.postrider.server.config.StartException;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The file {@code backup.json}: what a backup contains. It is written last, so that a backup
 * without it is incomplete.
 *
 * @param endOffset the offset after the last message of the log
 */
public record BackupList(
    int version, String createdAt, String log, long endOffset, List<BackedUpFile> files) {

  /** Its name in the backup. */
  public static final String NAME = "backup.json";

  static final int VERSION = 1;

  /**
   * A file.
   *
   * @param path relative to the folder, with slashes
   */
  public record BackedUpFile(String path, long size, String sha256) {

    static BackedUpFile of(Path folder, String path) throws IOException {
      Path file = folder.resolve(path);
      return new BackedUpFile(path, Files.size(file), hash(file));
    }
  }

  public BackupList {
    files = List.copyOf(files);
  }

  /** The bytes of all files. */
  public long bytes() {
    return files.stream().mapToLong(BackedUpFile::size).sum();
  }

  private static String hash(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      try (DigestInputStream hashed = new DigestInputStream(in, digest)) {
        hashed.transferTo(OutputStream.nullOutputStream());
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("Every JDK has SHA-256", impossible);
    }
  }

  void write(Path folder) throws IOException {
    PrivateFile.create(folder.resolve(NAME), (Json.text(this) + "\n").getBytes(UTF_8));
  }

  /** Reads the list of a backup. */
  static BackupList read(Path folder) {
    Path file = folder.resolve(NAME);
    try {
      if (!Files.exists(file)) {
        throw new StartException(
            folder + " is not a complete backup: it has no file " + NAME + ".");
      }
      JsonNode json = Json.parseOwn(Files.readAllBytes(file));
      if (json.path("version").asInt() != VERSION) {
        throw new StartException(
            folder + " was written by another release. Restore it with that release.");
      }
      List<BackedUpFile> files = new ArrayList<>();
      for (JsonNode one : json.path("files")) {
        files.add(
            new BackedUpFile(
                requirePlain(one.path("path").asText()),
                one.path("size").asLong(),
                one.path("sha256").asText()));
      }
      return new BackupList(
          VERSION,
          json.path("createdAt").asText(),
          json.path("log").asText(),
          json.path("endOffset").asLong(),
          files);
    } catch (ApiException notJson) {
      throw new StartException(file + " is damaged.");
    } catch (IOException e) {
      throw new StartException("Cannot read %s: %s".formatted(file, FileErrorText.ofFile(file, e)));
    }
  }

  /** A list from elsewhere must not name files outside of the folder. */
  private static String requirePlain(String path) {
    if (!path.matches("([a-z]+/)?[A-Za-z0-9][A-Za-z0-9._-]*")) {
      throw new StartException("The backup lists '" + path + "', which no backup contains.");
    }
    return path;
  }

  /**
   * Refuses a folder whose files are not those of the list.
   *
   * @throws StartException with the name of the first such file
   */
  void requireUnchanged(Path folder) throws IOException {
    for (BackedUpFile file : files) {
      Path path = folder.resolve(file.path());
      if (!Files.isRegularFile(path)) {
        throw new StartException(path + " is missing.");
      }
      if (!BackedUpFile.of(folder, file.path()).equals(file)) {
        throw new StartException(path + " is damaged: it is not the file that was backed up.");
      }
    }
  }
}
