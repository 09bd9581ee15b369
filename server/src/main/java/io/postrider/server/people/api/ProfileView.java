package io.postrider.server.people.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;
import io.postrider.message.Redaction;
import io.postrider.server.http.admin.Json;
import io.postrider.server.people.api.ProfileDirectory.Profile;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A profile as it is shown, with what its reader may see. A path that hides a field of messages
 * hides the same here: {@code traits.email} the trait, also where it is a group's.
 */
record ProfileView(
    @JsonProperty String userId,
    @JsonProperty List<String> userIds,
    @JsonProperty List<String> anonymousIds,
    @JsonProperty @JsonRawValue String traits,
    @JsonProperty @JsonRawValue String computedTraits,
    @JsonProperty List<GroupView> groups,
    @JsonProperty List<AudienceView> audiences,
    @JsonProperty int eventCount,
    @JsonProperty Instant firstSeenAt,
    @JsonProperty Instant lastSeenAt) {

  /** A group. */
  record GroupView(@JsonProperty String groupId, @JsonProperty @JsonRawValue String traits) {}

  /** An audience that the person is in. */
  record AudienceView(
      @JsonProperty String id,
      @JsonProperty String key,
      @JsonProperty String name,
      @JsonProperty Instant since) {}

  static ProfileView of(Profile profile, ProfileMemberships conclusions, Redaction redaction) {
    return new ProfileView(
        id("userId", profile.userId(), redaction),
        profile.userIds().stream().map(id -> id("userId", id, redaction)).distinct().toList(),
        profile.anonymousIds().stream()
            .map(id -> id("anonymousId", id, redaction))
            .distinct()
            .toList(),
        object("traits", profile.traits(), redaction),
        object("traits", computed(conclusions.computedTraits(profile)), redaction),
        profile.groups().stream()
            .map(
                group ->
                    new GroupView(
                        id("groupId", group.groupId(), redaction),
                        object("traits", group.traits(), redaction)))
            .toList(),
        conclusions.audiences(profile.number()).stream().map(ProfileView::audience).toList(),
        profile.events(),
        profile.firstSeenAt(),
        profile.lastSeenAt());
  }

  private static AudienceView audience(ProfileMemberships.Membership membership) {
    ProfileMemberships.Named audience = membership.audience();
    return new AudienceView(audience.id(), audience.key(), audience.name(), membership.since());
  }

  private static String computed(List<ProfileMemberships.ComputedValue> values) {
    Map<String, String> sorted = new TreeMap<>();
    values.forEach(value -> sorted.put(value.key(), value.json()));
    StringBuilder out = new StringBuilder("{");
    sorted.forEach(
        (key, json) ->
            out.append(out.length() == 1 ? "" : ",")
                .append(Json.text((Object) key))
                .append(':')
                .append(json));
    return out.append('}').toString();
  }

  static String id(String field, String value, Redaction redaction) {
    return redaction.hides(field) ? Redaction.MASK : value;
  }

  /** An object that is a field of messages too, with what is hidden there masked. */
  static String object(String field, String json, Redaction redaction) {
    if (redaction.isNone()) {
      return json;
    }
    String prefix = "{\"" + field + "\":";
    String masked = redaction.masked(prefix + json + "}");
    return masked.substring(prefix.length(), masked.length() - 1);
  }
}
