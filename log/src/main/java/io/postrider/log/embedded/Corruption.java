package io.postrider.log.embedded;

import io.postrider.log.LogCorruptException;

/** Creates the exceptions for corrupt files, which say where and what to do. */
final class Corruption {

  private Corruption() {}

  /** A durable batch fails verification. */
  static LogCorruptException batch(String file, long position, long offset) {
    return new LogCorruptException(
        ("%s is corrupt at byte %d, where the record at offset %d was durable. Restore the file"
                + " from a backup. To give up records instead, see docs/log-format.md")
            .formatted(file, position, offset));
  }

  static LogCorruptException header(String file) {
    return new LogCorruptException(
        file
            + " has a corrupt header. Headers are synced before a segment is used, so a crash"
            + " cannot cause this. Restore the file from a backup; see docs/log-format.md");
  }

  static LogCorruptException version(String file) {
    return new LogCorruptException(
        file + " was written by a later release. Run that release, or a later one");
  }

  static LogCorruptException foreign(String file, String detail) {
    return new LogCorruptException(
        "%s does not belong to this log: %s. Move files of other logs out of this folder"
            .formatted(file, detail));
  }

  static LogCorruptException missing(String file, String present) {
    return new LogCorruptException(
        ("%s is missing, but the older %s exists. Restore the file from a backup, or move the older"
                + " files away to start the log after the gap; see docs/log-format.md")
            .formatted(file, present));
  }

  /** A segment that the manifest lists does not exist. */
  static LogCorruptException lost(String file) {
    return new LogCorruptException(
        ("%s is missing. The manifest of the log lists it, and neither retention nor a crash"
             + " removes a listed segment. Restore the file from a backup. To give up its records"
             + " instead, see docs/log-format.md")
            .formatted(file));
  }

  /** The newest segment has lost its end. */
  static LogCorruptException truncated(String file, long size, long created) {
    return new LogCorruptException(
        ("%s has %d bytes, but was created with %d. It has lost its end, and perhaps records."
                + " Restore the file from a backup. To give up its records instead, see"
                + " docs/log-format.md")
            .formatted(file, size, created));
  }

  static LogCorruptException manifest(String file) {
    return new LogCorruptException(
        file
            + " is corrupt, so that missing segments would not be noticed. A crash cannot cause"
            + " this. Restore the file from a backup; see docs/log-format.md");
  }

  static LogCorruptException shortened(String file, long size, long end) {
    return new LogCorruptException(
        ("%s has %d bytes, but its records end at byte %d. Restore the file from a backup; see"
                + " docs/log-format.md")
            .formatted(file, size, end));
  }
}
