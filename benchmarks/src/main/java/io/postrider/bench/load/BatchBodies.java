package io.postrider.bench.load;

import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.UUID;

/** The bodies of batches as the generator sends them, every message with an id of its own. */
public final class BatchBodies {
  private final RequestTemplate template;
  private long nextId;

  public BatchBodies(int messages) {
    String idPrefix = UUID.randomUUID().toString().substring(0, 24);
    LoadPlan plan =
        new LoadPlan(
            0, "/v1/batch", "", 1, messages, Spelling.COMPACT, Duration.ofSeconds(1), 0, 1);
    template = RequestTemplate.of(plan, idPrefix, 0);
  }

  /** The next body, in an array of its own. */
  public byte[] next() {
    ByteBuf request = template.with(nextId);
    try {
      nextId += template.messages();
      byte[] body = new byte[request.readableBytes() - template.bodyStart()];
      request.getBytes(template.bodyStart(), body);
      return body;
    } finally {
      request.release();
    }
  }
}
