package io.postrider.server.catalog.api;

import io.postrider.message.Redaction;
import io.postrider.server.catalog.definition.ComputationFigures;
import io.postrider.server.http.admin.Json;
import org.jspecify.annotations.Nullable;

/** Redacts members like the messages that tell receivers of them. Pure. */
final class RedactedMember {

  private static final String TRAITS = "{\"traits\":";

  private RedactedMember() {}

  static ComputationFigures.Member of(
      ComputationFigures.Member member, String key, Redaction redaction) {
    return redaction.isNone()
        ? member
        : new ComputationFigures.Member(
            redaction.hides("userId") ? Redaction.MASK : member.userId(),
            value(member.value(), key, redaction),
            member.since());
  }

  /** The value as it is in such a message; all traits may be hidden at once. */
  private static @Nullable String value(@Nullable String value, String key, Redaction redaction) {
    if (value == null) {
      return null;
    }
    String before = TRAITS + "{" + Json.text((Object) key) + ":";
    String masked = redaction.masked(before + value + "}}");
    return masked.startsWith(before)
        ? masked.substring(before.length(), masked.length() - 2)
        : masked.substring(TRAITS.length(), masked.length() - 1);
  }
}
