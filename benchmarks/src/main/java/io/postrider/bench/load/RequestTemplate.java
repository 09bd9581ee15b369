package io.postrider.bench.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/**
 * The request of one connection, complete except for the counter in each message ID.
 *
 * <p>Deduplication would drop a repeated ID, so each send patches a new number into the bytes in
 * place: a few stores per message. Several write keys take turns in the same way. Used by one event
 * loop, one request at a time.
 */
final class RequestTemplate {
  private static final int COUNTER_DIGITS = 12;
  private static final short[] HEX_PAIRS = hexPairs();

  private final ByteBuf bytes;
  private final int bodyStart;
  private final int[] counters;
  private final List<byte[]> keys;
  private final int keyAt;
  private int nextKey;

  private RequestTemplate(
      ByteBuf bytes, int bodyStart, int[] counters, List<byte[]> keys, int firstKey) {
    this.bytes = bytes;
    this.bodyStart = bodyStart;
    this.counters = counters;
    this.keys = keys;
    this.nextKey = firstKey % keys.size();
    this.keyAt = indexOf(bytes, keys.getFirst());
  }

  /**
   * Builds a request.
   *
   * @param idPrefix 24 characters, unique per event loop and run
   * @param connection the number of the connection, which selects its users
   */
  static RequestTemplate of(LoadPlan plan, String idPrefix, int connection) {
    byte[] body = body(plan, idPrefix, connection).getBytes(UTF_8);
    List<byte[]> keys =
        Arrays.stream(plan.writeKey().split(",", -1)).map(RequestTemplate::credentials).toList();
    byte[] head = head(plan, keys.getFirst(), body.length).getBytes(ISO_8859_1);
    ByteBuf bytes = Unpooled.directBuffer(head.length + body.length);
    bytes.writeBytes(head).writeBytes(body);
    return new RequestTemplate(
        bytes,
        head.length,
        counters(body, idPrefix, head.length, plan.messages()),
        keys,
        connection);
  }

  /** Patches the IDs to {@code firstId} and the following numbers. */
  ByteBuf with(long firstId) {
    long id = firstId;
    for (int at : counters) {
      for (int digits = 0; digits < COUNTER_DIGITS; digits += 2) {
        bytes.setShort(at + digits, HEX_PAIRS[(int) (id >>> (40 - 4 * digits)) & 0xff]);
      }
      id++;
    }
    if (keys.size() > 1) {
      bytes.setBytes(keyAt, keys.get(nextKey));
      nextKey = (nextKey + 1) % keys.size();
    }
    return bytes.readerIndex(0).retain();
  }

  /** The index of the body's first byte. */
  int bodyStart() {
    return bodyStart;
  }

  int messages() {
    return counters.length;
  }

  void release() {
    bytes.release();
  }

  private static String body(LoadPlan plan, String idPrefix, int connection) {
    JsonFormat format = plan.format();
    String time = Instant.now().truncatedTo(ChronoUnit.MILLIS).toString();
    String id = idPrefix + "0".repeat(COUNTER_DIGITS);
    if (plan.size() > 0) {
      return sized(plan, id, connection);
    }
    if (plan.batch() == 0) {
      return format.single("user-%06d".formatted(connection), id, time);
    }
    List<String> items = new ArrayList<>();
    for (int i = 0; i < plan.batch(); i++) {
      items.add(format.item("user-%06d".formatted(connection * plan.batch() + i), id, time));
    }
    return format.batch(items, time);
  }

  private static String sized(LoadPlan plan, String id, int connection) {
    if (plan.batch() == 0) {
      return SizedEvent.of(plan.size(), "u%04d".formatted(connection % 10_000), id);
    }
    throw new IllegalArgumentException("Only single calls have a size.");
  }

  private static byte[] credentials(String writeKey) {
    return Base64.getEncoder().encode((writeKey + ":").getBytes(ISO_8859_1));
  }

  private static int indexOf(ByteBuf bytes, byte[] key) {
    return ByteBufUtil.indexOf(Unpooled.wrappedBuffer(key), bytes);
  }

  private static String head(LoadPlan plan, byte[] credentials, int length) {
    String key = new String(credentials, ISO_8859_1);
    return "POST %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAuthorization: Basic %s\r\n"
            .formatted(plan.path(), plan.port(), key)
        + "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n".formatted(length);
  }

  private static int[] counters(byte[] body, String idPrefix, int headLength, int messages) {
    byte[] prefix = idPrefix.getBytes(ISO_8859_1);
    int[] found = new int[messages];
    int count = 0;
    for (int i = 0; i + prefix.length <= body.length; i++) {
      if (Arrays.equals(body, i, i + prefix.length, prefix, 0, prefix.length)) {
        found[count++] = headLength + i + prefix.length;
      }
    }
    return found;
  }

  private static short[] hexPairs() {
    String digits = "0123456789abcdef";
    short[] pairs = new short[256];
    for (int i = 0; i < pairs.length; i++) {
      pairs[i] = (short) (digits.charAt(i >>> 4) << 8 | digits.charAt(i & 15));
    }
    return pairs;
  }
}
