package io.postrider.profile;

import org.jspecify.annotations.Nullable;

/**
 * The value of a trait in one message.
 *
 * @param members its value; null if the message removes it
 */
public record Trait(String name, @Nullable Members members) {

  /**
   * The stored value: members of a JSON object, one for the trait itself and the others for nested
   * values.
   *
   * @param json the members with commas between, without braces
   * @param keys the number of keys that they count as
   */
  public record Members(String json, int keys) {}
}
