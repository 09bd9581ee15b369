package io.postrider.log.embedded;

import io.postrider.log.LogRecord;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Decides what becomes of a record when its segment is rewritten. Must not change the log. */
@FunctionalInterface
public interface RecordRewrite {

  /** Returns the new bytes, at most as many as the record has now; null if the record stays. */
  @Nullable ByteBuffer rewritten(LogRecord record);
}
