package io.postrider.client.json;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Base64;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes values as JSON. Used by one thread; reusable after {@link #clear}.
 *
 * <p>This class writes containers; {@link Scalars} writes everything else. It throws for values
 * that the service would reject: NaN, deep nesting, and objects of unknown types. The exception
 * names the path: {@code properties.items[3].price}.
 *
 * <p>A container that contains itself runs into the depth limit. Only then does the writer look for
 * it among the enclosing containers, so the check costs nothing in the normal case.
 */
public final class JsonWriter extends JsonBuffer {
  private final int maxDepth;
  private final @Nullable Object[] containers;
  private final @Nullable Object[] keys;
  private final int[] indexes;
  private int depth;
  private int holders;

  /**
   * Creates a writer with limits.
   *
   * @param limitBytes the maximum length
   * @param maxDepth the maximum nesting of containers
   */
  public JsonWriter(int limitBytes, int maxDepth) {
    super(limitBytes);
    this.maxDepth = maxDepth;
    this.containers = new @Nullable Object[maxDepth];
    this.keys = new @Nullable Object[maxDepth];
    this.indexes = new int[maxDepth];
  }

  @Override
  public void clear(int keepBytes) {
    super.clear(keepBytes);
    depth = 0;
    holders = 0;
    Arrays.fill(containers, null);
    Arrays.fill(keys, null);
  }

  /** Begins an object whose members the caller writes with {@link #name} and a value. */
  public void beginObject(Object container) {
    enter(container);
    raw('{');
  }

  /** Ends that object. */
  public void endObject() {
    raw('}');
    depth--;
  }

  /** Writes a member's name, with a comma before it unless it is the first. */
  public void name(String name, boolean first) {
    if (!first) {
      raw(',');
    }
    keys[depth - 1] = name;
    string(name);
    raw(':');
  }

  /** Writes any value. */
  public void value(@Nullable Object value) {
    if (value instanceof Map) {
      map((Map<?, ?>) value);
    } else if (value == null || !value.getClass().isArray()) {
      scalarOrIterable(value);
    } else if (value instanceof Object[]) {
      elements(value, Arrays.asList((Object[]) value).iterator());
    } else if (value instanceof byte[]) {
      string(Base64.getEncoder().encodeToString((byte[]) value));
    } else if (value instanceof char[]) {
      string(new String((char[]) value));
    } else {
      primitives(value);
    }
  }

  /** Writes the value inside an Optional or a reference, which can also contain itself. */
  void held(@Nullable Object value) {
    if (++holders > maxDepth) {
      throw problem("contains itself");
    }
    value(value);
    holders--;
  }

  private void scalarOrIterable(@Nullable Object value) {
    if (!Scalars.write(this, value)) {
      if (value instanceof Iterable) {
        elements(value, ((Iterable<?>) value).iterator());
      } else {
        throw problem("is a " + typeName(value) + ", which has no JSON form; pass a map");
      }
    }
  }

  private static String typeName(@Nullable Object value) {
    return value == null ? "null" : value.getClass().getName();
  }

  private void map(Map<?, ?> map) {
    beginObject(map);
    boolean first = true;
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      Object key = entry.getKey();
      if (key == null) {
        throw problem("has a member whose name is null");
      }
      name(key instanceof Enum ? ((Enum<?>) key).name() : key.toString(), first);
      value(entry.getValue());
      first = false;
    }
    endObject();
  }

  private void elements(Object container, Iterator<?> elements) {
    enter(container);
    raw('[');
    for (int i = 0; elements.hasNext(); i++) {
      element(i);
      value(elements.next());
    }
    raw(']');
    depth--;
  }

  private void primitives(Object array) {
    enter(array);
    raw('[');
    for (int i = 0; i < Array.getLength(array); i++) {
      element(i);
      value(Array.get(array, i));
    }
    raw(']');
    depth--;
  }

  private void element(int index) {
    if (index > 0) {
      raw(',');
    }
    keys[depth - 1] = null;
    indexes[depth - 1] = index;
  }

  private void enter(Object container) {
    if (depth == maxDepth) {
      throw problem(
          isInside(container) ? "contains itself" : "nests deeper than " + maxDepth + " levels");
    }
    containers[depth] = container;
    keys[depth] = null;
    indexes[depth] = -1;
    depth++;
  }

  @SuppressWarnings("ReferenceEquality") // equal containers may contain each other
  private boolean isInside(Object container) {
    for (Object outer : containers) {
      if (outer == container) {
        return true;
      }
    }
    return false;
  }

  /** An exception that names the current path. */
  JsonException problem(String what) {
    return new JsonException("'" + path() + "' " + what + ".");
  }

  private String path() {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < depth; i++) {
      if (keys[i] != null) {
        path.append(path.length() == 0 ? "" : ".").append(keys[i]);
      } else if (indexes[i] >= 0) {
        path.append('[').append(indexes[i]).append(']');
      }
      if (path.length() > 200) {
        return path.substring(0, 200) + "…";
      }
    }
    return path.toString();
  }
}
