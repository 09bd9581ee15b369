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
 * Reads from records what they say of people. Belongs to one thread.
 *
 * <p>Messages that the service has computed say nothing, or audiences would feed on themselves; but
 * a {@code delete} does, so that whoever reads the log again also forgets again.
 */
final class ProfileUpdateReader {

  /** The event that a page call is kept as. */
  static final String PAGE = "Page Viewed";

  /** The event that a screen call is kept as. */
  static final String SCREEN = "Screen Viewed";

  /** What an event takes beside its properties, about. */
  static final int EVENT_BYTES = 48;

  private static final ProfileUpdate.Content SEEN = new ProfileUpdate.Seen();
  private static final byte[] NAME = "name".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] CATEGORY = "category".getBytes(StandardCharsets.US_ASCII);

  private final IdHasher hashing;
  private final Flattener flattening = new Flattener();

  ProfileUpdateReader(IdHasher hashing) {
    this.hashing = hashing;
  }

  /** How many values were left out, for what one message says has bounds. */
  long leftOut() {
    return flattening.leftOut();
  }

  /**
   * What a record says, or null if it says nothing of anybody.
   *
   * @param seq what tells it from all other records
   * @param oldestMillis events before are too old to be kept
   */
  @Nullable ProfileUpdate read(RecordView record, long seq, long oldestMillis) {
    MessageType type = record.type().orElse(null);
    String user = record.text(Field.USER_ID);
    String anonymous = record.text(Field.ANONYMOUS_ID);
    boolean nobody = user == null && anonymous == null;
    if (type == null || nobody || (record.isComputed() && type != MessageType.DELETE)) {
      return null;
    }
    if (user == null && (type == MessageType.ALIAS || type == MessageType.DELETE)) {
      return null;
    }
    long at = record.timestamp().toEpochMilli();
    boolean kept = at >= oldestMillis;
    ProfileUpdate.Content content =
        switch (type) {
          case IDENTIFY -> new ProfileUpdate.Described(traits(record), seq);
          case TRACK -> kept ? happened(record, record.text(Field.EVENT), seq, false) : SEEN;
          case PAGE -> kept ? happened(record, PAGE, seq, true) : SEEN;
          case SCREEN -> kept ? happened(record, SCREEN, seq, true) : SEEN;
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

  /** Adds what the call itself says, unless its properties say something else. */
  private void addText(
      String key, @Nullable String text, @Nullable CanonicalValue properties, byte[] spelled) {
    if (text != null && (properties == null || !has(properties, spelled))) {
      flattening.add(key, text);
    }
  }

  /** Whether there is a member of a key that is not null. */
  private static boolean has(CanonicalValue object, byte[] spelled) {
    CanonicalMembers members = object.members();
    while (members.next()) {
      if (members.keyIs(spelled)) {
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
