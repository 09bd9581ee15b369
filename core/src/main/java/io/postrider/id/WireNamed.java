package io.postrider.id;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** An enum whose constants have a name on the wire: by default their Java name in lower case. */
public interface WireNamed {

  String name();

  /** The name on the wire, such as {@code not_equals}. */
  default String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The constant with a name on the wire; empty if unknown. */
  static <E extends Enum<E> & WireNamed> Optional<E> parse(Class<E> type, String wireName) {
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> constant.wireName().equals(wireName))
        .findFirst();
  }
}
