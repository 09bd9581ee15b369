package io.postrider.log.embedded;

import io.postrider.log.LogCorruptException;

/** The words for damage: which file, where, and what a person can do. */
final class Damage {

  private Damage() {}

  /** A batch that was durable once does not read back. */
  static LogCorruptException batch(String file, long position, long offset) {
    return new LogCorruptException(
        file
            + " is damaged at byte "
            + position
            + ", where the record at offset "
            + offset
            + " was durable. Restore the file from a copy. Or give records up: docs/log-format.md"
            + " says how to cut the log before or behind the damage");
  }

  static LogCorruptException header(String file) {
    return new LogCorruptException(
        file
            + " has a damaged header. It was durable before the file got its name, so this is no"
            + " trace of a crash. Restore the file from a copy; see docs/log-format.md");
  }

  static LogCorruptException version(String file) {
    return new LogCorruptException(
        file + " was written by a later release. Run that release, or a later one");
  }

  static LogCorruptException foreign(String file, String detail) {
    return new LogCorruptException(
        file
            + " does not belong here: "
            + detail
            + ". Move files of other logs out of this folder");
  }

  static LogCorruptException missing(String file, String present) {
    return new LogCorruptException(
        file
            + " is missing, while the older "
            + present
            + " is there. Restore the file from a copy, or move the older ones away to let the log"
            + " begin behind the gap; see docs/log-format.md");
  }

  static LogCorruptException shortened(String file, long size, long end) {
    return new LogCorruptException(
        file
            + " has "
            + size
            + " bytes, but its records go on to byte "
            + end
            + ". Restore the file from a copy; see docs/log-format.md");
  }
}
