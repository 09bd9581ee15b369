package io.postrider.server.catalog;

/** How a key is shown to those who may know which one it is, and may not use it. */
public final class KeyMask {

  private static final int SHOWN = 7;
  private static final int SHORTEST = 4 * SHOWN;

  private KeyMask() {}

  /** The first letters of a key, such as {@code wk_5vq2…}; of a short one none. */
  public static String of(String key) {
    return key.length() < SHORTEST ? "…" : key.substring(0, SHOWN) + "…";
  }
}
