package io.postrider.server.people.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;
import io.postrider.audience.ComputedRedaction;
import io.postrider.message.Redaction;
import io.postrider.server.http.admin.Json;
import io.postrider.server.people.profile.ProfileDirectory;
import io.postrider.server.people.profile.ProfileDirectory.ComputedValue;
import io.postrider.server.people.profile.ProfileDirectory.Group;
import io.postrider.server.people.profile.ProfileDirectory.Membership;
import io.postrider.server.people.profile.ProfileDirectory.Profile;
import java.time.Instant;
import java.util.List;

/**
 * A profile as the admin API shows it, redacted for its reader. A path that hides a field of
 * messages hides the same field here: {@code traits.email} hides the trait, also of a group.
 * Audiences that are computed from hidden fields are left out.
 */
record ProfileView(
    @JsonProperty String userId,
    @JsonProperty List<String> userIds,
    @JsonProperty List<String> anonymousIds,
    @JsonProperty @JsonRawValue String traits,
    @JsonProperty @JsonRawValue String computedTraits,
    @JsonProperty List<Group> groups,
    @JsonProperty List<Membership> audiences,
    @JsonProperty int eventCount,
    @JsonProperty Instant firstSeenAt,
    @JsonProperty Instant lastSeenAt) {

  static ProfileView of(Profile profile, ProfileDirectory directory, Redaction redaction) {
    return new ProfileView(
        id("userId", profile.userId(), redaction),
        profile.userIds().stream().map(id -> id("userId", id, redaction)).distinct().toList(),
        profile.anonymousIds().stream()
            .map(id -> id("anonymousId", id, redaction))
            .distinct()
            .toList(),
        object("traits", profile.traits(), redaction),
        object("traits", computed(directory.computedTraits(profile.number())), redaction),
        profile.groups().stream()
            .map(
                group ->
                    new Group(
                        id("groupId", group.groupId(), redaction),
                        object("traits", group.traits(), redaction)))
            .toList(),
        directory.audiences(profile.number()).stream()
            .filter(audience -> !ComputedRedaction.hides(audience.key(), redaction))
            .toList(),
        profile.events(),
        profile.firstSeenAt(),
        profile.lastSeenAt());
  }

  private static String computed(List<ComputedValue> values) {
    StringBuilder out = new StringBuilder("{");
    for (ComputedValue value : values) {
      out.append(out.length() == 1 ? "" : ",")
          .append(Json.text((Object) value.key()))
          .append(':')
          .append(value.json());
    }
    return out.append('}').toString();
  }

  static String id(String field, String value, Redaction redaction) {
    return redaction.hides(field) ? Redaction.MASK : value;
  }

  /** Masks what the redaction hides in a JSON object that is also a field of messages. */
  static String object(String field, String json, Redaction redaction) {
    if (redaction.isNone()) {
      return json;
    }
    String prefix = "{\"" + field + "\":";
    String masked = redaction.masked(prefix + json + "}");
    return masked.substring(prefix.length(), masked.length() - 1);
  }
}
