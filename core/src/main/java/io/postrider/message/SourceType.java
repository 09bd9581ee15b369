package io.postrider.message;

import io.postrider.id.WireNamed;
import java.util.Optional;

/** The kind of client of a source. */
public enum SourceType implements WireNamed {
  WEB,
  MOBILE,
  SERVER;

  public static Optional<SourceType> parse(String wireName) {
    return WireNamed.parse(SourceType.class, wireName);
  }
}
