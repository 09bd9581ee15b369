package io.postrider.server.delivery.api;

import io.postrider.server.delivery.replay.ReplayOrder;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.Fields;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parses a replay order: exactly one of three forms. */
final class ReplayForm {

  static final int MAX_MESSAGE_ID_LENGTH = 100;

  private static final String FORMS =
      "must have from and to, or failed and since, or messageId, and nothing else";

  private ReplayForm() {}

  static ReplayOrder read(ApiRequest call, Instant now) {
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
    String messageId = fields.text("messageId", MAX_MESSAGE_ID_LENGTH);
    String sourceId = fields.text("sourceId", MAX_MESSAGE_ID_LENGTH);
    if (from != null && to != null && !from.isBefore(to)) {
      fields.wrong("from", "must be before to");
    }
    if (all != null && !all) {
      fields.wrong("failed", "must be true");
    }
    fields.check();
    if (from != null && to != null) {
      return new ReplayOrder.Range(from, to);
    }
    if (since != null) {
      return new ReplayOrder.FailedSince(since);
    }
    if (messageId != null) {
      return new ReplayOrder.OneMessage(messageId, sourceId);
    }
    throw new IllegalStateException("A form without errors is one of three");
  }

  private static @Nullable Instant past(Fields fields, String field, Instant now) {
    Instant time = fields.time(field);
    if (time != null && time.isAfter(now)) {
      fields.wrong(field, "must not be in the future");
    }
    return time;
  }
}
