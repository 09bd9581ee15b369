package io.postrider.log.embedded;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * The file system operations the log needs, on one flat folder.
 *
 * <p>Thread-safe. Creating, renaming and deleting a file is durable only after {@link
 * #syncDirectory}; a file's content only after {@link DiskFile#sync}. Failures are a {@link
 * NoSpaceException} or a {@link ReadOnlyDiskException} if the cause is known.
 */
public interface Disk {

  /** The names of all files, in no particular order. */
  List<String> list() throws IOException;

  /** Creates an empty file; truncates an existing file of that name. */
  DiskFile create(String name) throws IOException;

  DiskFile open(String name) throws IOException;

  /** Renames a file atomically. */
  void rename(String from, String to) throws IOException;

  /** Deletes a file if it exists; open handles can still read it. */
  void delete(String name) throws IOException;

  /**
   * Whether a file may have another name (a hard link), under which somebody expects its content to
   * stay.
   */
  boolean isLinked(String name) throws IOException;

  /** Makes all created, renamed and deleted names durable. */
  void syncDirectory() throws IOException;

  /** Locks the folder until the result is closed; fails if it is already locked. */
  Closeable lock() throws IOException;

  /** The path of a file, for messages. */
  String describe(String name);
}
