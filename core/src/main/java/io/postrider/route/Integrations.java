package io.postrider.route;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.postrider.message.CanonicalMembers;
import io.postrider.message.Field;
import io.postrider.message.RecordView;

/**
 * Evaluates a message's {@code integrations} object for webhooks.
 *
 * <p>The destination's own entry decides, else {@code All}, else the answer is yes; a value that is
 * neither a boolean nor an object counts as absent. {@code all} stands for {@code All} only where
 * that is absent in this sense, because a widely used library writes it so.
 */
final class Integrations {

  private static final byte[] OWN = "Webhooks".getBytes(US_ASCII);
  private static final byte[] ALL = "All".getBytes(US_ASCII);
  private static final byte[] ALL_LOWER_CASE = "all".getBytes(US_ASCII);

  private static final int ABSENT = 0;
  private static final int YES = 1;
  private static final int NO = -1;

  private Integrations() {}

  static boolean allow(RecordView record) {
    if (!record.hasIntegrations()) {
      return true;
    }
    int own = ABSENT;
    int all = ABSENT;
    int allLowerCase = ABSENT;
    CanonicalMembers members =
        CanonicalMembers.of(record, record.from(Field.INTEGRATIONS), record.to(Field.INTEGRATIONS));
    while (members.next()) {
      if (members.keyIs(OWN)) {
        own = meaning(record, members);
      } else if (members.keyIs(ALL)) {
        all = meaning(record, members);
      } else if (members.keyIs(ALL_LOWER_CASE)) {
        allLowerCase = meaning(record, members);
      }
    }
    int general = all == ABSENT ? allLowerCase : all;
    return (own == ABSENT ? general : own) != NO;
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
