package io.postrider.log;

/** Whether a log takes records, and if not, why, in words for a person. */
public sealed interface LogState {

  /** It takes records. */
  record Running() implements LogState {}

  /** There is no space for more; it goes on by itself when there is. */
  record Full(String reason) implements LogState {}

  /** The disk takes no writes; it goes on by itself when it does. */
  record ReadOnly(String reason) implements LogState {}

  /** Writing or syncing has failed; it goes on by itself when that works again. */
  record Failed(String reason) implements LogState {}

  /** It has been closed. */
  record Closed() implements LogState {}

  /** The reason in words; "running" if all is well. */
  default String words() {
    return switch (this) {
      case Running() -> "running";
      case Full(String reason) -> reason;
      case ReadOnly(String reason) -> reason;
      case Failed(String reason) -> reason;
      case Closed() -> "the log is closed";
    };
  }
}
