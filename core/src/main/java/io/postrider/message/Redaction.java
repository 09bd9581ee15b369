package io.postrider.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which fields of a message some people do not get to see. Immutable; safe to share.
 *
 * <p>A path names a field by the keys that lead to it: {@code traits.email} is the {@code email}
 * right below {@code traits}, and no other. {@code *.email} is every {@code email} at any depth.
 * What is named is masked whole, an object with all that is in it. Arrays are looked through:
 * {@code properties.products.sku} is the {@code sku} of each of the products. {@code userId} and
 * {@code previousId} also stand for what an alias call has in their place.
 */
public final class Redaction {

  /** What is shown instead of a value. */
  public static final String MASK = "***";

  /** Hides nothing. */
  public static final Redaction NONE = new Redaction();

  /** How long a path is at most. */
  public static final int LONGEST_PATH = 200;

  private static final String ANYWHERE = "*";
  private static final Map<String, String> ALIASES =
      Map.of("userId", "User ID", "previousId", "Previous ID");
  private static final byte[] MASKED = ('"' + MASK + '"').getBytes(UTF_8);
  private static final byte[] CUT_OFF = MASK.getBytes(UTF_8);

  /** What is known of a key in its place. */
  private static final class Node {
    final Map<String, Node> below = new HashMap<>();
    boolean hidden;
  }

  private final Node root = new Node();
  private final Set<String> anywhere = new HashSet<>();

  private Redaction() {}

  /**
   * Hides the fields of some paths.
   *
   * @throws IllegalArgumentException if one of them {@link #isPath is none}
   */
  public static Redaction of(Collection<String> paths) {
    if (paths.isEmpty()) {
      return NONE;
    }
    Redaction redaction = new Redaction();
    paths.forEach(redaction::hide);
    return redaction;
  }

  /** Whether a text is a path: keys joined by dots, the first of two may be {@code *}. */
  public static boolean isPath(String text) {
    String[] keys = text.split("\\.", -1);
    boolean whole = text.length() <= LONGEST_PATH && Arrays.stream(keys).noneMatch(String::isEmpty);
    boolean stars = Arrays.asList(keys).contains(ANYWHERE);
    return whole
        && (!stars || (keys.length == 2 && keys[0].equals(ANYWHERE) && !keys[1].equals(ANYWHERE)));
  }

  private void hide(String path) {
    if (!isPath(path)) {
      throw new IllegalArgumentException("not a path: " + path);
    }
    String[] keys = path.split("\\.", -1);
    String last = keys[keys.length - 1];
    String alias = keys.length <= 2 ? ALIASES.get(last) : null;
    if (keys[0].equals(ANYWHERE)) {
      anywhere.add(last);
      if (alias != null) {
        anywhere.add(alias);
      }
      return;
    }
    Node node = root;
    for (String key : keys) {
      node = node.below.computeIfAbsent(key, unknown -> new Node());
    }
    node.hidden = true;
    if (alias != null && keys.length == 1) {
      root.below.computeIfAbsent(alias, unknown -> new Node()).hidden = true;
    }
  }

  /** Whether it hides nothing. */
  public boolean isNone() {
    return root.below.isEmpty() && anywhere.isEmpty();
  }

  /** Whether a field of the message itself is hidden. */
  public boolean hides(String field) {
    return hides(field, root.below.get(field));
  }

  private boolean hides(String key, @Nullable Node node) {
    return (node != null && node.hidden) || anywhere.contains(key);
  }

  /** A text of JSON with what is hidden masked; see {@link #masked(byte[])}. */
  public String masked(String json) {
    return isNone() ? json : new String(masked(json.getBytes(UTF_8)), UTF_8);
  }

  /**
   * JSON with what is hidden masked. Where it stops being JSON, because it was cut off for one, the
   * rest is masked whole: nobody knows what that would have been.
   */
  public byte[] masked(byte[] json) {
    return isNone() ? json : new Masking(json).run();
  }

  /** Goes over one text. */
  private final class Masking {

    private final byte[] json;
    private final JsonScanner scanner = new JsonScanner();
    private final Bytes out;

    /** What lies before this is in the output. */
    private int copied;

    /** What lies before this was understood. */
    private int understood;

    Masking(byte[] json) {
      this.json = json;
      this.out = new Bytes(json.length + MASKED.length);
    }

    byte[] run() {
      scanner.start(json, 0, json.length);
      try {
        scanner.skipSpace();
        value(root);
        scanner.end();
        copyTo(json.length);
      } catch (MalformedJsonException cutOff) {
        copyTo(understood);
        out.add(CUT_OFF);
      }
      return Arrays.copyOf(out.array(), out.length());
    }

    private void copyTo(int end) {
      out.add(json, copied, end);
      copied = end;
    }

    private void value(@Nullable Node node) {
      switch (scanner.peek()) {
        case '{' -> object(node);
        case '[' -> array(node);
        default -> scanner.value();
      }
      understood = scanner.position();
    }

    private void object(@Nullable Node node) {
      for (boolean more = scanner.firstMember(); more; more = scanner.nextMember()) {
        String key = JsonText.decode(json, scanner.keyFrom(), scanner.keyTo());
        Node below = node == null ? null : node.below.get(key);
        understood = scanner.position();
        if (hides(key, below)) {
          copyTo(understood);
          scanner.value();
          understood = scanner.position();
          copied = understood;
          out.add(MASKED);
        } else {
          value(below);
        }
      }
    }

    private void array(@Nullable Node node) {
      for (boolean more = scanner.firstElement(); more; more = scanner.nextElement()) {
        understood = scanner.position();
        value(node);
      }
    }
  }
}
