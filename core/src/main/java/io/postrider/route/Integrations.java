package io.postrider.route;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.postrider.id.DestinationId;
import io.postrider.message.CanonicalMembers;
import io.postrider.message.Field;
import io.postrider.message.RecordView;

/**
 * Evaluates a message's {@code integrations} object for a destination. Pure and thread-safe.
 *
 * <p>The most exact entry decides: the destination's ID, else its name, else {@code Webhooks}, else
 * {@code All}, else the answer is yes. A value that is neither a boolean nor an object counts as
 * absent. {@code all} stands for {@code All} only where that is absent in this sense, because a
 * widely used library writes it so.
 */
final class Integrations {

  private static final byte[] WEBHOOKS = "Webhooks".getBytes(US_ASCII);
  private static final byte[] ALL = "All".getBytes(US_ASCII);
  private static final byte[] ALL_LOWER_CASE = "all".getBytes(US_ASCII);

  private static final int ABSENT = 0;
  private static final int YES = 1;
  private static final int NO = -1;

  private Integrations() {}

  static boolean allow(RecordView record, Destination destination) {
    if (!record.hasIntegrations()) {
      return true;
    }
    int byId = ABSENT;
    int byName = ABSENT;
    int webhooks = ABSENT;
    int all = ABSENT;
    int allLowerCase = ABSENT;
    CanonicalMembers members =
        CanonicalMembers.of(record, record.from(Field.INTEGRATIONS), record.to(Field.INTEGRATIONS));
    while (members.next()) {
      if (isId(members, destination.id())) {
        byId = meaning(record, members);
      } else if (members.keyIs(destination.name())) {
        byName = meaning(record, members);
      } else if (members.keyIs(WEBHOOKS)) {
        webhooks = meaning(record, members);
      } else if (members.keyIs(ALL)) {
        all = meaning(record, members);
      } else if (members.keyIs(ALL_LOWER_CASE)) {
        allLowerCase = meaning(record, members);
      }
    }
    int general = first(all, allLowerCase);
    return first(byId, first(byName, first(webhooks, general))) != NO;
  }

  private static int first(int exact, int general) {
    return exact == ABSENT ? general : exact;
  }

  /** Decodes only keys that look like an ID, so that other keys cost no allocation. */
  private static boolean isId(CanonicalMembers members, DestinationId id) {
    return members.keyStartsWith(DestinationId.PREFIX) && members.key().equals(id.toString());
  }

  /** The first byte identifies the value: in JSON only true, false and objects start like this. */
  private static int meaning(RecordView record, CanonicalMembers members) {
    return switch (record.at(members.valueFrom())) {
      case 't', '{' -> YES;
      case 'f' -> NO;
      default -> ABSENT;
    };
  }
}
