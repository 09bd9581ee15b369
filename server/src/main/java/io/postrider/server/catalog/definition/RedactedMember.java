package io.postrider.server.catalog.definition;

import io.postrider.message.Redaction;
import io.postrider.server.http.admin.Json;
import org.jspecify.annotations.Nullable;

/** Members as they are shown to people who do not get to see all of a message. */
final class RedactedMember {

  private static final String TRAITS = "{\"traits\":";

  private RedactedMember() {}

  /** What is hidden of the message that tells receivers of a member is hidden of the member. */
  static ComputationFigures.Member of(
      ComputationFigures.Member member, String key, Redaction redaction) {
    return redaction.isNone()
        ? member
        : new ComputationFigures.Member(
            redaction.hides("userId") ? Redaction.MASK : member.userId(),
            value(member.value(), key, redaction),
            member.since());
  }

  /** The value as it is in such a message, spelled as it was; all traits may be hidden at once. */
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
