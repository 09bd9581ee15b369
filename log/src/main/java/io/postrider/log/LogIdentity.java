package io.postrider.log;

import java.util.UUID;

/** The unique ID of a log. A cursor stores it to detect that it belongs to another log. */
public record LogIdentity(UUID value) {

  @Override
  public String toString() {
    return value.toString();
  }
}
