package io.postrider.log;

import java.util.UUID;

/** The name of one log, by which a cursor knows that it belongs to it. */
public record LogIdentity(UUID value) {

  @Override
  public String toString() {
    return value.toString();
  }
}
