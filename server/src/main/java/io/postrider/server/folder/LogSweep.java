package io.postrider.server.folder;

import io.postrider.log.embedded.EmbeddedLog;
import io.postrider.log.embedded.RecordRewrite;
import io.postrider.log.embedded.RewritePace;
import io.postrider.log.embedded.RewrittenSegment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rewrites records of all segments of a log, one segment after the other, from the oldest to what
 * is the end when it begins. Belongs to one thread.
 */
public final class LogSweep {

  private static final Logger LOG = LoggerFactory.getLogger(LogSweep.class);
  private static final int PARTITION = 0;

  private final EmbeddedLog log;
  private final String content;
  private final RewritePace pace;
  private final long end;
  private boolean whole = true;

  /**
   * @param content what the log holds, for messages: "the ledger"
   */
  public LogSweep(EmbeddedLog log, String content, RewritePace pace) {
    this.log = log;
    this.content = content;
    this.pace = pace;
    this.end = log.endOffset(PARTITION);
  }

  /** The offset of the first record that stays as it is. */
  public long end() {
    return end;
  }

  /** Whether everything so far could be rewritten. */
  public boolean isWhole() {
    return whole;
  }

  /** A record cannot be read, so that nobody knows whether it has to change. */
  public void unreadable() {
    whole = false;
  }

  /**
   * Rewrites.
   *
   * @return whether all records were rewritten; false if the pace stopped or something is damaged
   * @throws io.postrider.log.LogUnavailableException if the disk refuses
   */
  public boolean run(RecordRewrite rewrite) {
    for (long at = log.firstOffset(PARTITION); at < end; ) {
      RewrittenSegment one = log.rewrite(at, rewrite, pace);
      switch (one.outcome()) {
        case STOPPED -> {
          return false;
        }
        case DAMAGED -> {
          whole = false;
          LOG.atWarn()
              .addKeyValue("log", content)
              .addKeyValue("offset", at)
              .log("Cannot erase deleted users from a damaged segment; retrying until it expires.");
        }
        case DONE -> report(at, one);
      }
      at = one.nextOffset();
    }
    return whole;
  }

  private void report(long at, RewrittenSegment done) {
    if (done.changedRecords() > 0) {
      LOG.atInfo()
          .addKeyValue("log", content)
          .addKeyValue("offset", at)
          .addKeyValue("end", end)
          .addKeyValue("records", done.changedRecords())
          .log("Erased deleted users from a segment.");
    }
  }
}
