package io.postrider.message;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A value in canonical JSON, decoded on request.
 *
 * <p>As thread-safe as its buffer.
 */
public final class CanonicalValue {

  private final ByteBuffer json;
  private final int from;
  private final int to;

  CanonicalValue(ByteBuffer json, int from, int to) {
    this.json = json;
    this.from = from;
    this.to = to;
  }

  /** The index in the buffer where it starts. */
  public int from() {
    return from;
  }

  /** The index in the buffer where it ends. */
  public int to() {
    return to;
  }

  /** The byte at an index in the buffer. */
  public byte at(int index) {
    return json.get(index);
  }

  /** Its first byte, which determines its type. */
  public byte first() {
    return json.get(from);
  }

  public boolean isObject() {
    return first() == '{';
  }

  public String text() {
    byte[] content = new byte[to - from - 2];
    json.get(from + 1, content);
    return JsonText.decode(content, 0, content.length);
  }

  public String number() {
    byte[] content = new byte[to - from];
    json.get(from, content);
    return new String(content, StandardCharsets.US_ASCII);
  }

  public CanonicalMembers members() {
    return CanonicalMembers.of(json, from, to);
  }

  public List<CanonicalValue> elements() {
    List<CanonicalValue> elements = new ArrayList<>();
    int end = to - 1;
    int at = from + 1;
    while (at < end) {
      int after = CanonicalJson.afterValue(json, at, end);
      elements.add(new CanonicalValue(json, at, after));
      at = after + 1;
    }
    return elements;
  }
}
