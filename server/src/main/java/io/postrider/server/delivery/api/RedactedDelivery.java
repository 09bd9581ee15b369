package io.postrider.server.delivery.api;

import io.postrider.message.Redaction;
import io.postrider.server.access.UrlMask;
import io.postrider.server.delivery.api.DeliveryHistory.Attempt;
import io.postrider.server.delivery.api.DeliveryHistory.Failed;
import io.postrider.server.delivery.api.MessageLookup.DeliveryView;
import io.postrider.server.delivery.api.MessageLookup.MessageView;
import io.postrider.server.delivery.stats.BodySample;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
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
        view.complete(),
        view.destinations().stream().map(one -> of(one, redaction)).toList());
  }

  private static DeliveryView of(DeliveryView view, Redaction redaction) {
    List<LedgerEntryView> entries = view.entries();
    return entries == null
        ? view
        : view.with(entries.stream().map(one -> of(one, redaction)).toList(), view.gaps());
  }

  /** An entry of the ledger for a reader who may not see everything. */
  static LedgerEntryView of(LedgerEntryView entry, Redaction redaction) {
    String answer = entry.answer();
    return entry.with(
        field(MESSAGE_ID, entry.messageId(), redaction),
        field("event", entry.event(), redaction),
        entry.message(),
        answer == null || !isJson(answer) ? answer : redaction.masked(answer));
  }

  /** An entry without secrets of URLs. */
  static LedgerEntryView withoutSecrets(LedgerEntryView entry) {
    String message = entry.message();
    String answer = entry.answer();
    return entry.with(
        entry.messageId(),
        entry.event(),
        message == null ? null : UrlMask.inText(message),
        answer == null ? null : UrlMask.inText(answer));
  }

  /** A message without secrets of URLs in the entries of its story. */
  static MessageView withoutSecrets(MessageView view) {
    return view.with(
        view.destinations().stream()
            .map(
                one -> {
                  List<LedgerEntryView> entries = one.entries();
                  return entries == null
                      ? one
                      : one.with(
                          entries.stream().map(RedactedDelivery::withoutSecrets).toList(),
                          one.gaps());
                })
            .toList());
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

  /** An attempt without values of request headers, cookies, and secrets of URLs. */
  static Attempt withoutSecrets(Attempt attempt) {
    BodySample request = attempt.request();
    Map<String, String> names = new LinkedHashMap<>(request.headers());
    names.replaceAll((name, value) -> Redaction.MASK);
    BodySample masked =
        new BodySample(request.status(), names, request.body(), request.truncated());
    String message = attempt.message();
    return new Attempt(
        attempt.at(),
        attempt.messageId(),
        attempt.type(),
        attempt.round(),
        UrlMask.of(attempt.url()),
        attempt.outcome(),
        attempt.status(),
        attempt.reason(),
        message == null ? null : UrlMask.inText(message),
        attempt.latency(),
        masked,
        withoutSecrets(attempt.answer()));
  }

  private static @Nullable BodySample withoutSecrets(@Nullable BodySample answer) {
    if (answer == null) {
      return null;
    }
    Map<String, String> headers = new LinkedHashMap<>(answer.headers());
    headers.replaceAll(
        (name, value) ->
            switch (name.toLowerCase(Locale.ROOT)) {
              case "set-cookie" -> Redaction.MASK;
              case "location", "content-location" -> UrlMask.of(value);
              default -> UrlMask.inText(value);
            });
    return new BodySample(
        answer.status(), headers, UrlMask.inText(answer.body()), answer.truncated());
  }

  /** A failed delivery without secrets of URLs. */
  static Failed withoutSecrets(Failed failed) {
    return with(failed, failed.messageId(), UrlMask.inText(failed.message()));
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
        : with(failed, field(MESSAGE_ID, failed.messageId(), redaction), failed.message());
  }

  private static Failed with(Failed failed, @Nullable String messageId, String message) {
    return new Failed(
        failed.partition(),
        failed.offset(),
        messageId,
        failed.type(),
        failed.acceptedAt(),
        failed.failedAt(),
        failed.reason(),
        failed.status(),
        message,
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
