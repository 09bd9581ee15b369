package io.postrider.server;

import io.postrider.server.config.Config;
import io.postrider.server.config.FileErrorText;
import io.postrider.server.config.LogConfig;
import io.postrider.server.config.StartException;
import io.postrider.server.folder.DataFile;
import io.postrider.server.folder.FolderManifest;
import io.postrider.server.folder.MigrationMark;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The data folder, locked by this process while it is open.
 *
 * <p>The operating system holds the lock, and releases it however the process ends.
 */
public final class DataFolder implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(DataFolder.class);
  private static final String LOCK_FILE = "lock";
  private static final long MIN_BLOCK_BYTES = 4096;
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  private final Path path;
  private final FileChannel channel;
  private final FolderManifest manifest;

  private DataFolder(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
    this.manifest = FolderManifest.of(path);
  }

  /** Creates the folder if it does not exist, and locks it. */
  public static DataFolder open(Path path) {
    try {
      if (!Files.isDirectory(path)) {
        Files.createDirectories(path);
        Files.setPosixFilePermissions(path, OWNER_ONLY);
      }
      permissionWarning(path).ifPresent(LOG::warn);
      blockWarning(Files.getFileStore(path).getBlockSize()).ifPresent(LOG::warn);
      FileChannel channel =
          FileChannel.open(
              path.resolve(LOCK_FILE),
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
      FileLock lock = channel.tryLock();
      if (lock == null) {
        String holder = holder(channel);
        channel.close();
        throw new StartException(
            "The data folder "
                + path.toAbsolutePath()
                + " is in use by another Postrider"
                + holder
                + ". Stop that process, or choose another folder with --data.");
      }
      channel.truncate(0);
      channel.write(
          ByteBuffer.wrap(
              Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.UTF_8)),
          0);
      return new DataFolder(path, channel);
    } catch (IOException e) {
      throw new StartException(
          "Cannot use the data folder %s: %s"
              .formatted(path.toAbsolutePath(), FileErrorText.ofFolder(path, e)));
    }
  }

  /** The warning about a folder that other users can access; empty if they cannot. */
  static Optional<String> permissionWarning(Path path) throws IOException {
    Set<PosixFilePermission> mode = Files.getPosixFilePermissions(path);
    return OWNER_ONLY.containsAll(mode)
        ? Optional.empty()
        : Optional.of(
            "Other users can access the data folder (mode %s), which contains keys and messages."
                    .formatted(PosixFilePermissions.toString(mode))
                + " Run: chmod 700 "
                + path.toAbsolutePath());
  }

  /**
   * The warning about a file system with small blocks; empty if they are large enough. SQLite maps
   * the index of its journal by pages of 4 KiB: on a full disk a page of which only some blocks
   * exist ends the process.
   */
  static Optional<String> blockWarning(long blockBytes) {
    return blockBytes >= MIN_BLOCK_BYTES
        ? Optional.empty()
        : Optional.of(
            "The file system of the data folder has blocks of %d bytes, so that a full disk can end"
                    .formatted(blockBytes)
                + " the process; nothing acknowledged is lost. Use a file system with blocks of at"
                + " least 4096 bytes.");
  }

  public Path path() {
    return path;
  }

  /** The manifest, which is read when it is first needed. */
  public FolderManifest manifest() {
    return manifest;
  }

  /**
   * Refuses a folder that was moved to Kafka and PostgreSQL, or partly.
   *
   * @throws StartException if its data has another place
   */
  void requireServable(Config config) {
    MigrationMark.of(path).requireServable(config.log().engine() == LogConfig.Engine.KAFKA);
  }

  /**
   * Refuses a folder that has lost a file.
   *
   * @param acceptProfileLoss whether profiles may be missing
   * @throws StartException if a file was there before and is missing or empty
   */
  void requireFiles(Config config, boolean acceptProfileLoss) {
    if (acceptProfileLoss && manifest.isLost(DataFile.PROFILES)) {
      LOG.warn("The profiles are lost; rebuilding them from the messages still in the log.");
      manifest.forget(DataFile.PROFILES);
    }
    manifest.requireFiles(used(config));
  }

  private static Set<DataFile> used(Config config) {
    Set<DataFile> used = EnumSet.allOf(DataFile.class);
    if (!config.database().url().reveal().isEmpty()) {
      used.removeIf(DataFile::isDatabase);
    }
    if (!config.admin().token().reveal().isEmpty()) {
      used.remove(DataFile.ADMIN_TOKEN);
    }
    if (config.secrets().bytes().isPresent()) {
      used.remove(DataFile.SECRETS_KEY);
    }
    if (config.log().engine() == LogConfig.Engine.KAFKA) {
      used.remove(DataFile.LOG);
      used.remove(DataFile.HASH_KEY);
    }
    return used;
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String holder(FileChannel channel) throws IOException {
    ByteBuffer pid = ByteBuffer.allocate(20);
    channel.read(pid, 0);
    String text = new String(pid.array(), 0, pid.position(), StandardCharsets.UTF_8);
    return text.isEmpty() ? "" : " (process " + text + ")";
  }
}
