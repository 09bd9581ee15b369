package io.postrider.bench.load;

import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.UUID;

/** The batch bodies that the generator sends; every message has its own ID. */
public final class BatchBodies {
  private final RequestTemplate template;
  private long nextId;

  public BatchBodies(int messages) {
    String idPrefix = UUID.randomUUID().toString().substring(0, 24);
    LoadPlan plan =
        new LoadPlan(
            0, "/v1/batch", "", 1, messages, JsonFormat.COMPACT, Duration.ofSeconds(1), 0, 1);
    template = RequestTemplate.of(plan, idPrefix, 0);
  }

  /** The next body, in a new array. */
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
