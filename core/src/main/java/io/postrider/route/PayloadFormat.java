package io.postrider.route;

import io.postrider.id.WireNamed;
import java.util.Optional;

/** The payload format of a destination. */
public enum PayloadFormat implements WireNamed {
  /** The standard fields of the message's type. */
  STANDARD,
  /** The whole message as it was accepted. */
  FULL;

  public static Optional<PayloadFormat> parse(String wireName) {
    return WireNamed.parse(PayloadFormat.class, wireName);
  }
}
