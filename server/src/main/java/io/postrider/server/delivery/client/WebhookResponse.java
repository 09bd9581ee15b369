package io.postrider.server.delivery.client;

import io.postrider.route.Webhook.Header;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A receiver's answer, as much of it as is kept for people. */
public final class WebhookResponse {

  /** As much of a body as is kept. */
  public static final int MAX_SAMPLE_BYTES = 4 * 1024;

  private static final int MAX_HEADERS = 20;
  private static final int MAX_VALUE_CHARACTERS = 256;

  private final int status;
  private final MultiMap headers;
  private @Nullable Buffer sample;
  private int readBytes;

  WebhookResponse(int status, MultiMap headers) {
    this.status = status;
    this.headers = headers;
  }

  /** Takes note of a piece of the body; says how much of it has come so far. */
  int add(Buffer piece) {
    readBytes += piece.length();
    if (sample == null) {
      sample = Buffer.buffer();
    }
    int room = MAX_SAMPLE_BYTES - sample.length();
    if (room > 0) {
      sample.appendBuffer(piece, 0, Math.min(room, piece.length()));
    }
    return readBytes;
  }

  @Nullable String header(CharSequence name) {
    return headers.get(name);
  }

  public int status() {
    return status;
  }

  /** How much of the body was read; perhaps more than is kept, perhaps less than was sent. */
  public int readBytes() {
    return readBytes;
  }

  /** The first headers, values shortened; cookies are nobody's business. */
  public List<Header> headers() {
    return headers.entries().stream()
        .filter(header -> !header.getKey().equalsIgnoreCase("Set-Cookie"))
        .limit(MAX_HEADERS)
        .map(header -> new Header(header.getKey(), shortened(header.getValue())))
        .toList();
  }

  /** The beginning of the body as text; bytes that are no UTF-8 show as U+FFFD. */
  public String bodySample() {
    if (sample == null) {
      return "";
    }
    return readBytes > sample.length()
        ? BodyExcerpt.cut(sample, sample.length())
        : sample.toString(StandardCharsets.UTF_8);
  }

  private static String shortened(String value) {
    return value.length() <= MAX_VALUE_CHARACTERS
        ? value
        : value.substring(0, MAX_VALUE_CHARACTERS) + "…";
  }
}
