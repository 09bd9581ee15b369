package io.postrider.log;

/** Whether a log accepts appends, and if not, why. */
public sealed interface LogState {

  record Running() implements LogState {}

  /** The disk or the size limit is full; the log recovers by itself when there is space. */
  record Full(String reason) implements LogState {}

  /** The disk is read-only; the log recovers by itself when it is writable. */
  record ReadOnly(String reason) implements LogState {}

  /** A write or sync failed; the log recovers by itself when writes succeed. */
  record Failed(String reason) implements LogState {}

  /** A write or sync does not return; the log recovers by itself when it does. */
  record Stalled(String reason) implements LogState {}

  record Closed() implements LogState {}

  /** The reason as text; "running" if the log accepts appends. */
  default String message() {
    return switch (this) {
      case Running() -> "running";
      case Full(String reason) -> reason;
      case ReadOnly(String reason) -> reason;
      case Failed(String reason) -> reason;
      case Stalled(String reason) -> reason;
      case Closed() -> "the log is closed";
    };
  }
}
