package io.postrider.server;

import io.postrider.server.config.StartException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder of everything that is kept, held by this process alone while it is open.
 *
 * <p>The lock is the operating system's: it ends with the process, however the process ends.
 */
public final class DataFolder implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(DataFolder.class);
  private static final String LOCK_FILE = "lock";
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  private final Path path;
  private final FileChannel channel;

  private DataFolder(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /** Makes the folder if there is none, and takes it. */
  public static DataFolder open(Path path) {
    try {
      if (!Files.isDirectory(path)) {
        Files.createDirectories(path);
        Files.setPosixFilePermissions(path, OWNER_ONLY);
      }
      String others = openToOthers(path);
      if (others != null) {
        LOG.warn(others);
      }
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
                + ". Stop that one, or start this one with --data and a folder of its own.");
      }
      channel.truncate(0);
      channel.write(
          ByteBuffer.wrap(
              Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.UTF_8)),
          0);
      return new DataFolder(path, channel);
    } catch (AccessDeniedException | FileAlreadyExistsException e) {
      throw new StartException(
          "The data folder " + path.toAbsolutePath() + " cannot be used: " + reason(e));
    } catch (IOException e) {
      throw new StartException(
          "The data folder " + path.toAbsolutePath() + " cannot be used: " + e.getMessage());
    }
  }

  /** What to tell a person whose folder is open to others than its owner, or null if it is not. */
  static @Nullable String openToOthers(Path path) throws IOException {
    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
    if (OWNER_ONLY.containsAll(permissions)) {
      return null;
    }
    return "The data folder "
        + path.toAbsolutePath()
        + " is open to other users ("
        + PosixFilePermissions.toString(permissions)
        + "), and it holds keys and messages. Close it with: chmod 700 "
        + path.toAbsolutePath();
  }

  public Path path() {
    return path;
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

  private static String reason(IOException e) {
    @Nullable String message = e.getMessage();
    return e instanceof AccessDeniedException
        ? "no permission for " + message
        : message + " is not a folder";
  }
}
