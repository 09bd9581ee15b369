package io.postrider.log.embedded;

/**
 * What {@link EmbeddedLog#rewrite} did to one segment.
 *
 * @param nextOffset the offset after the records that were looked at
 * @param changedRecords how many records have new bytes; they are durable
 */
public record RewrittenSegment(long nextOffset, int changedRecords, Outcome outcome) {

  /** How the work ended. */
  public enum Outcome {
    DONE,
    /** The pace stopped the work; the segment is as before. */
    STOPPED,
    /** A batch is damaged; the segment is as before. */
    DAMAGED
  }

  static RewrittenSegment done(long nextOffset, int changedRecords) {
    return new RewrittenSegment(nextOffset, changedRecords, Outcome.DONE);
  }

  static RewrittenSegment stopped(Segment segment) {
    return new RewrittenSegment(segment.baseOffset(), 0, Outcome.STOPPED);
  }
}
