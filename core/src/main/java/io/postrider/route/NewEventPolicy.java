package io.postrider.route;

import io.postrider.id.WireNamed;
import java.util.Optional;

/** The policy for track calls whose event is neither blocked nor allowed. */
public enum NewEventPolicy implements WireNamed {
  ALLOW,
  BLOCK;

  public static Optional<NewEventPolicy> parse(String wireName) {
    return WireNamed.parse(NewEventPolicy.class, wireName);
  }
}
