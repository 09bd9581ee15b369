package io.postrider.log.embedded;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * One flat folder of files: all that the log asks of a file system.
 *
 * <p>Safe to call from any thread. A name given to or taken from a file is durable only after
 * {@link #syncDirectory}; the bytes of a file only after {@link DiskFile#sync}. A failure is a
 * {@link NoSpaceException} or a {@link ReadOnlyDiskException} where the cause is known to be one.
 */
public interface Disk {

  /** The names of all files, in no order. */
  List<String> list() throws IOException;

  /** A new, empty file; one of that name that was there before is emptied. */
  DiskFile create(String name) throws IOException;

  /** A file that exists. */
  DiskFile open(String name) throws IOException;

  /** Gives a file another name, at once or not at all. */
  void rename(String from, String to) throws IOException;

  /** Takes a file away if it is there; who has it open can still read it. */
  void delete(String name) throws IOException;

  /** Makes all names durable. */
  void syncDirectory() throws IOException;

  /** Keeps every other opener out until the result is closed, or fails if one is inside. */
  Closeable lock() throws IOException;

  /** How a person finds a file. */
  String describe(String name);
}
