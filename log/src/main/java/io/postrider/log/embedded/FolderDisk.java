package io.postrider.log.embedded;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A folder of the local file system. Thread-safe. */
public final class FolderDisk implements Disk {

  private static final String LOCK = "lock";

  private final Path folder;

  private FolderDisk(Path folder) {
    this.folder = folder;
  }

  /** Opens a folder; creates it if it does not exist. */
  public static FolderDisk open(Path folder) throws IOException {
    Path absolute = folder.toAbsolutePath().normalize();
    boolean isNew = !Files.isDirectory(absolute);
    Files.createDirectories(absolute);
    Path parent = absolute.getParent();
    if (isNew && parent != null) {
      syncDirectory(parent);
    }
    return new FolderDisk(absolute);
  }

  @Override
  public List<String> list() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  @Override
  public DiskFile create(String name) throws IOException {
    try {
      FileChannel channel =
          FileChannel.open(
              folder.resolve(name),
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE);
      return new FolderFile(folder.resolve(name), channel);
    } catch (IOException e) {
      throw classify(e);
    }
  }

  @Override
  public DiskFile open(String name) {
    return new FolderFile(folder.resolve(name), null);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    try {
      Files.move(folder.resolve(from), folder.resolve(to), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw classify(e);
    }
  }

  @Override
  public void delete(String name) throws IOException {
    try {
      Files.deleteIfExists(folder.resolve(name));
    } catch (IOException e) {
      throw classify(e);
    }
  }

  @Override
  public boolean isLinked(String name) throws IOException {
    try {
      return !Integer.valueOf(1).equals(Files.getAttribute(folder.resolve(name), "unix:nlink"));
    } catch (UnsupportedOperationException noUnixFiles) {
      return true;
    } catch (IOException e) {
      throw classify(e);
    }
  }

  @Override
  public void syncDirectory() throws IOException {
    syncDirectory(folder);
  }

  private static void syncDirectory(Path folder) throws IOException {
    try (FileChannel directory = FileChannel.open(folder, StandardOpenOption.READ)) {
      directory.force(true);
    }
  }

  @Override
  public Closeable lock() throws IOException {
    FileChannel channel =
        FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    FileLock lock;
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      lock = null;
    } catch (IOException e) {
      channel.close();
      throw classify(e);
    }
    if (lock == null) {
      channel.close();
      throw new IOException(folder + " is in use by another process");
    }
    return channel;
  }

  @Override
  public String describe(String name) {
    return folder.resolve(name).toString();
  }

  /** Classifies a failure by the operating system's message; Java offers no error code. */
  static IOException classify(IOException failure) {
    String message = String.valueOf(failure.getMessage());
    String words = message.toLowerCase(Locale.ROOT);
    if (words.contains("no space left") || words.contains("quota exceeded")) {
      return (IOException) new NoSpaceException(message).initCause(failure);
    }
    return words.contains("read-only file system")
        ? (IOException) new ReadOnlyDiskException(message).initCause(failure)
        : failure;
  }
}
