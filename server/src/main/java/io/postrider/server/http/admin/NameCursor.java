package io.postrider.server.http.admin;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Optional;

/** A place in a list that is in the order of names: the last name before it. Any text is one. */
public final class NameCursor {

  private NameCursor() {}

  public static String of(String name) {
    ByteBuffer units = ByteBuffer.allocate(2 * name.length());
    units.asCharBuffer().put(name);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(units.array());
  }

  public static Optional<String> parse(String text) {
    try {
      byte[] units = Base64.getUrlDecoder().decode(text);
      return units.length == 0 || units.length % 2 != 0
          ? Optional.empty()
          : Optional.of(ByteBuffer.wrap(units).asCharBuffer().toString());
    } catch (IllegalArgumentException notBase64) {
      return Optional.empty();
    }
  }
}
