package io.postrider.server.delivery.api;

import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.Fields;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads which replay a person asks for: exactly one of three forms. */
final class ReplayForm {

  static final int LONGEST_MESSAGE_ID = 100;

  private static final String FORMS =
      "must have from and to, or failed and since, or messageId, and nothing else";

  private ReplayForm() {}

  static Replays.Order read(ApiRequest call, Instant now) {
    Fields fields = Fields.of(call, Set.of("application/json"));
    boolean range = fields.has("from") || fields.has("to");
    boolean failed = fields.has("failed") || fields.has("since");
    boolean message = fields.has("messageId") || fields.has("sourceId");
    if ((range ? 1 : 0) + (failed ? 1 : 0) + (message ? 1 : 0) != 1) {
      fields.wrong("", FORMS);
    } else if (range) {
      fields.require("from", "to");
    } else if (failed) {
      fields.require("failed", "since");
    } else {
      fields.require("messageId");
    }
    Instant from = past(fields, "from", now);
    Instant to = fields.time("to");
    Boolean all = fields.bool("failed");
    Instant since = past(fields, "since", now);
    String messageId = fields.text("messageId", LONGEST_MESSAGE_ID);
    String sourceId = fields.text("sourceId", LONGEST_MESSAGE_ID);
    if (from != null && to != null && !from.isBefore(to)) {
      fields.wrong("from", "must lie before to");
    }
    if (all != null && !all) {
      fields.wrong("failed", "must be true");
    }
    fields.check();
    if (from != null && to != null) {
      return new Replays.Range(from, to);
    }
    if (since != null) {
      return new Replays.FailedSince(since);
    }
    if (messageId != null) {
      return new Replays.OneMessage(messageId, sourceId);
    }
    throw new IllegalStateException("A form without errors is one of three");
  }

  private static @Nullable Instant past(Fields fields, String field, Instant now) {
    Instant time = fields.time(field);
    if (time != null && time.isAfter(now)) {
      fields.wrong(field, "must not lie in the future");
    }
    return time;
  }
}
