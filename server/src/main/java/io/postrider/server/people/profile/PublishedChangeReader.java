package io.postrider.server.people.profile;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.postrider.audience.ComputationId;
import io.postrider.audience.ComputationKind;
import io.postrider.audience.TraitValueJson;
import io.postrider.message.CanonicalMembers;
import io.postrider.message.CanonicalValue;
import io.postrider.message.Field;
import io.postrider.message.RecordView;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a change of an audience or a computed trait from the message that published it. Pure.
 *
 * <p>{@link io.postrider.server.people.audience.OutboxDrain} writes these messages.
 */
final class PublishedChangeReader {

  private static final byte[] PERSONAS = "personas".getBytes(US_ASCII);
  private static final byte[] COMPUTATION = "computation_id".getBytes(US_ASCII);

  /** The message ID: computation, hash of the user ID, number of the change. */
  private static final Pattern NUMBER = Pattern.compile(".*-([0-9]{1,18})");

  private PublishedChangeReader() {}

  /** The change; null if the record contains none. */
  static ProfileUpdate.@Nullable Published read(RecordView record) {
    ComputationId id = computation(record).orElse(null);
    CanonicalValue traits = record.canonical(Field.TRAITS);
    String messageId = record.text(Field.MESSAGE_ID);
    Matcher number = NUMBER.matcher(messageId == null ? "" : messageId);
    if (id == null || traits == null || !traits.isObject() || !number.matches()) {
      return null;
    }
    CanonicalMembers members = traits.members();
    return members.next()
        ? new ProfileUpdate.Published(
            id.kind(),
            id.bits(),
            TraitValueJson.value(members.value()),
            Long.parseLong(number.group(1)))
        : null;
  }

  private static Optional<ComputationId> computation(RecordView record) {
    CanonicalValue personas = member(record.canonical(Field.CONTEXT), PERSONAS);
    CanonicalValue id = member(personas, COMPUTATION);
    if (id == null || id.first() != '"') {
      return Optional.empty();
    }
    String text = id.text();
    return ComputationId.parse(ComputationKind.AUDIENCE, text)
        .or(() -> ComputationId.parse(ComputationKind.TRAIT, text));
  }

  private static @Nullable CanonicalValue member(@Nullable CanonicalValue object, byte[] key) {
    if (object == null || !object.isObject()) {
      return null;
    }
    CanonicalMembers members = object.members();
    while (members.next()) {
      if (members.keyIs(key)) {
        return members.value();
      }
    }
    return null;
  }
}
