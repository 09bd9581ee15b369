package io.postrider.server.people.profile;

import io.postrider.message.CanonicalMembers;
import io.postrider.message.CanonicalValue;
import io.postrider.message.Field;
import io.postrider.message.MessageType;
import io.postrider.message.RecordView;
import io.postrider.profile.Flattener;
import io.postrider.profile.Trait;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads profile updates from records. Belongs to one thread.
 *
 * <p>Computed messages say nothing about a profile, because audiences must not depend on their own
 * output. They only repeat what was published. A {@code delete} counts, so that a rebuild deletes
 * again.
 */
final class ProfileUpdateReader {

  /** The event name of page calls. */
  static final String PAGE = "Page Viewed";

  /** The event name of screen calls. */
  static final String SCREEN = "Screen Viewed";

  /** The approximate size of an event without its properties. */
  static final int EVENT_BYTES = 48;

  private static final ProfileUpdate.Content SEEN = new ProfileUpdate.Seen();
  private static final byte[] NAME = "name".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] CATEGORY = "category".getBytes(StandardCharsets.US_ASCII);

  private final IdHasher hashing;
  private final Flattener flattening = new Flattener();

  ProfileUpdateReader(IdHasher hashing) {
    this.hashing = hashing;
  }

  /** How many values were dropped because of limits. */
  long dropped() {
    return flattening.leftOut();
  }

  /**
   * The update of a record; null if it has none.
   *
   * @param seq partition and offset of the record
   * @param oldestMillis events from before are too old to store
   */
  @Nullable ProfileUpdate read(RecordView record, long seq, long oldestMillis) {
    MessageType type = record.type().orElse(null);
    String user = record.text(Field.USER_ID);
    String anonymous = record.text(Field.ANONYMOUS_ID);
    boolean withoutId = user == null && anonymous == null;
    if (type == null || withoutId) {
      return null;
    }
    if (record.isComputed() && type != MessageType.DELETE) {
      return published(record, user);
    }
    if (user == null && (type == MessageType.ALIAS || type == MessageType.DELETE)) {
      return null;
    }
    long at = record.timestamp().toEpochMilli();
    boolean isRecent = at >= oldestMillis;
    ProfileUpdate.Content content =
        switch (type) {
          case IDENTIFY -> new ProfileUpdate.Described(traits(record), seq);
          case TRACK -> isRecent ? happened(record, record.text(Field.EVENT), seq, false) : SEEN;
          case PAGE -> isRecent ? happened(record, PAGE, seq, true) : SEEN;
          case SCREEN -> isRecent ? happened(record, SCREEN, seq, true) : SEEN;
          case GROUP -> joined(record, seq);
          case ALIAS -> renamed(record);
          case DELETE -> new ProfileUpdate.Erased(seq);
        };
    return new ProfileUpdate(
        user == null ? null : hashing.identity(Identity.Kind.USER, user),
        anonymous == null ? null : hashing.identity(Identity.Kind.ANONYMOUS, anonymous),
        at,
        Math.min(at, record.receivedAtMillis()),
        content);
  }

  private @Nullable ProfileUpdate published(RecordView record, @Nullable String user) {
    ProfileUpdate.Published change = user == null ? null : PublishedChangeReader.read(record);
    if (user == null || change == null) {
      return null;
    }
    long at = record.timestamp().toEpochMilli();
    return new ProfileUpdate(hashing.identity(Identity.Kind.USER, user), null, at, at, change);
  }

  private List<Trait> traits(RecordView record) {
    CanonicalValue traits = record.canonical(Field.TRAITS);
    return traits == null || !traits.isObject() ? List.of() : flattening.traits(traits);
  }

  private ProfileUpdate.Content happened(
      RecordView record, @Nullable String name, long seq, boolean isView) {
    if (name == null) {
      return SEEN;
    }
    CanonicalValue properties = record.canonical(Field.PROPERTIES);
    CanonicalValue object = properties != null && properties.isObject() ? properties : null;
    flattening.begin();
    if (isView) {
      addText("name", record.text(Field.NAME), object, NAME);
      addText("category", record.text(Field.CATEGORY), object, CATEGORY);
    }
    if (object != null) {
      flattening.addAll(object);
    }
    String json = flattening.json();
    return new ProfileUpdate.Happened(
        hashing.event(name), name, seq, json, EVENT_BYTES + flattening.bytes());
  }

  /** Adds a field of the call, unless its properties have the same key. */
  private void addText(
      String key, @Nullable String text, @Nullable CanonicalValue properties, byte[] keyBytes) {
    if (text != null && (properties == null || !has(properties, keyBytes))) {
      flattening.add(key, text);
    }
  }

  /** Whether an object has a member that is not null. */
  private static boolean has(CanonicalValue object, byte[] keyBytes) {
    CanonicalMembers members = object.members();
    while (members.next()) {
      if (members.keyIs(keyBytes)) {
        return members.value().first() != 'n';
      }
    }
    return false;
  }

  private ProfileUpdate.Content joined(RecordView record, long seq) {
    String group = record.text(Field.GROUP_ID);
    return group == null
        ? SEEN
        : new ProfileUpdate.Joined(
            hashing.identity(Identity.Kind.GROUP, group), traits(record), seq);
  }

  private ProfileUpdate.Content renamed(RecordView record) {
    String previous = record.text(Field.PREVIOUS_ID);
    return previous == null
        ? SEEN
        : new ProfileUpdate.Renamed(
            hashing.identity(Identity.Kind.USER, previous),
            hashing.identity(Identity.Kind.ANONYMOUS, previous));
  }
}
