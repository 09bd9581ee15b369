package io.postrider.server.delivery.client;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A receiver's response and a sample of its body. */
public final class WebhookResponse {

  /** The most bytes of a body that are stored. */
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

  /** Adds a chunk of the body; returns the bytes received so far. */
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

  /** The bytes of the body that were read: more than are stored or fewer than were sent. */
  public int readBytes() {
    return readBytes;
  }

  /** The first headers, without cookies and with shortened values; repeated ones are joined. */
  public Map<String, String> headers() {
    Map<String, String> first = new LinkedHashMap<>();
    headers.entries().stream()
        .filter(header -> !header.getKey().equalsIgnoreCase("Set-Cookie"))
        .limit(MAX_HEADERS)
        .forEach(
            header ->
                first.merge(
                    header.getKey(),
                    shortened(header.getValue()),
                    (one, other) -> one + ", " + other));
    return first;
  }

  /** The beginning of the body as text; invalid UTF-8 becomes U+FFFD. */
  public String bodySample() {
    if (sample == null) {
      return "";
    }
    return readBytes > sample.length()
        ? BodyExcerpt.excerpt(sample, sample.length())
        : sample.toString(StandardCharsets.UTF_8);
  }

  private static String shortened(String value) {
    return value.length() <= MAX_VALUE_CHARACTERS
        ? value
        : value.substring(0, MAX_VALUE_CHARACTERS) + "…";
  }
}
