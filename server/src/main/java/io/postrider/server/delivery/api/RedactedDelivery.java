package io.postrider.server.delivery.api;

import io.postrider.message.Redaction;
import io.postrider.server.delivery.api.DeliveryHistory.Attempt;
import io.postrider.server.delivery.api.DeliveryHistory.Failed;
import io.postrider.server.delivery.api.MessageStories.MessageFate;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers as they are shown to people who do not get to see all of a message. */
final class RedactedDelivery {

  private static final String MESSAGE_ID = "messageId";

  private RedactedDelivery() {}

  static MessageFate of(MessageFate fate, Redaction redaction) {
    if (redaction.isNone()) {
      return fate;
    }
    String message = fate.message();
    return new MessageFate(
        redaction.hides(MESSAGE_ID) ? Redaction.MASK : fate.messageId(),
        fate.sourceId(),
        fate.type(),
        field("userId", fate.userId(), redaction),
        field("anonymousId", fate.anonymousId(), redaction),
        fate.acceptedAt(),
        fate.partition(),
        fate.offset(),
        message == null ? null : redaction.masked(message),
        fate.destinations());
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

  /** An attempt with the names of the headers that were sent, but not their values. */
  static Attempt withoutHeaderValues(Attempt attempt) {
    BodySample request = attempt.request();
    if (request.headers() == null) {
      return attempt;
    }
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
            failed.replayable());
  }

  private static @Nullable String field(String name, @Nullable String value, Redaction redaction) {
    return value != null && redaction.hides(name) ? Redaction.MASK : value;
  }

  private static BodySample masked(BodySample sample, Redaction redaction) {
    return new BodySample(
        sample.status(), sample.headers(), redaction.masked(sample.body()), sample.truncated());
  }

  /** A receiver may send back what it got; anything but JSON is its own words. */
  private static boolean isJson(String body) {
    String start = body.stripLeading();
    return start.startsWith("{") || start.startsWith("[");
  }
}
