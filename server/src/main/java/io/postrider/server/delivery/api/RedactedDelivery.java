package io.postrider.server.delivery.api;

import io.postrider.message.Redaction;
import io.postrider.server.delivery.api.DeliveryHistory.Attempt;
import io.postrider.server.delivery.api.DeliveryHistory.Failed;
import io.postrider.server.delivery.api.MessageLookup.MessageView;
import io.postrider.server.delivery.stats.BodySample;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Redacts API responses for callers who may not see all fields. */
final class RedactedDelivery {

  private static final String MESSAGE_ID = "messageId";

  private RedactedDelivery() {}

  static MessageView of(MessageView view, Redaction redaction) {
    if (redaction.isNone()) {
      return view;
    }
    String message = view.message();
    return new MessageView(
        redaction.hides(MESSAGE_ID) ? Redaction.MASK : view.messageId(),
        view.sourceId(),
        view.type(),
        field("userId", view.userId(), redaction),
        field("anonymousId", view.anonymousId(), redaction),
        view.acceptedAt(),
        view.partition(),
        view.offset(),
        message == null ? null : redaction.masked(message),
        view.destinations());
  }

  static Attempt of(Attempt attempt, Redaction redaction) {
    if (redaction.isNone()) {
      return attempt;
    }
    BodySample answer = attempt.answer();
    return with(
        attempt,
        field(MESSAGE_ID, attempt.messageId(), redaction),
        masked(attempt.request(), redaction),
        answer == null || !isJson(answer.body()) ? answer : masked(answer, redaction));
  }

  /** An attempt with request header names but masked values. */
  static Attempt withoutHeaderValues(Attempt attempt) {
    BodySample request = attempt.request();
    Map<String, String> names = new LinkedHashMap<>(request.headers());
    names.replaceAll((name, value) -> Redaction.MASK);
    BodySample masked =
        new BodySample(request.status(), names, request.body(), request.truncated());
    return with(attempt, attempt.messageId(), masked, attempt.answer());
  }

  private static Attempt with(
      Attempt attempt,
      @Nullable String messageId,
      BodySample request,
      @Nullable BodySample answer) {
    return new Attempt(
        attempt.at(),
        messageId,
        attempt.type(),
        attempt.round(),
        attempt.url(),
        attempt.outcome(),
        attempt.status(),
        attempt.reason(),
        attempt.message(),
        attempt.latency(),
        request,
        answer);
  }

  static Failed of(Failed failed, Redaction redaction) {
    return redaction.isNone()
        ? failed
        : new Failed(
            failed.partition(),
            failed.offset(),
            field(MESSAGE_ID, failed.messageId(), redaction),
            failed.type(),
            failed.acceptedAt(),
            failed.failedAt(),
            failed.reason(),
            failed.status(),
            failed.message(),
            failed.lastError(),
            failed.replayable());
  }

  private static @Nullable String field(String name, @Nullable String value, Redaction redaction) {
    return value != null && redaction.hides(name) ? Redaction.MASK : value;
  }

  private static BodySample masked(BodySample sample, Redaction redaction) {
    return new BodySample(
        sample.status(), sample.headers(), redaction.masked(sample.body()), sample.truncated());
  }

  /** A receiver may echo the request as JSON; other bodies are left as they are. */
  private static boolean isJson(String body) {
    String start = body.stripLeading();
    return start.startsWith("{") || start.startsWith("[");
  }
}
