package io.postrider.server.delivery;

import io.postrider.log.embedded.EmbeddedLog;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The message hashes that the embedded log stores beside its records. */
public final class DigestIndex implements MessageSearch.Hashes {

  private static final Duration TIMEOUT = Duration.ofSeconds(3);

  private final EmbeddedLog log;

  public DigestIndex(EmbeddedLog log) {
    this.log = log;
  }

  @Override
  public @Nullable Instant visit(MessageSearch.Visitor visitor) {
    long endNanos = System.nanoTime() + TIMEOUT.toNanos();
    AtomicReference<@Nullable Instant> late = new AtomicReference<>();
    log.digestsSince(
        Instant.EPOCH,
        (appendedAt, baseOffset, count, digests) -> {
          boolean isLate = System.nanoTime() - endNanos > 0;
          if (isLate) {
            late.set(appendedAt);
          }
          return !isLate && visit(baseOffset, count, digests, visitor);
        });
    return late.get();
  }

  private static boolean visit(
      long baseOffset, int count, ByteBuffer digests, MessageSearch.Visitor visitor) {
    for (int i = 0; i < count; i++) {
      if (!visitor.see(0, baseOffset + i, digests.getLong(), digests.getLong())) {
        return false;
      }
    }
    return true;
  }
}
