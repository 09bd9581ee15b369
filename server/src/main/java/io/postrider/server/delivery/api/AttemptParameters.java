package io.postrider.server.delivery.api;

import io.postrider.delivery.FailureReason;
import io.postrider.delivery.FinalStatus;
import io.postrider.id.DestinationId;
import io.postrider.id.SourceId;
import io.postrider.id.WireNamed;
import io.postrider.message.MessageType;
import io.postrider.message.Redaction;
import io.postrider.server.delivery.stats.SecretMask;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.FieldError;
import io.postrider.server.http.admin.Query;
import io.postrider.server.ledger.index.AttemptQuery;
import io.postrider.server.ledger.index.Dimension;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which entries of the ledger a request asks for.
 *
 * @param userId null for all users
 */
record AttemptParameters(AttemptQuery query, @Nullable String userId) {

  static final int MAX_TEXT_LENGTH = 2_048;

  private static final int STATUSES_OF_CLASS = 100;

  /** The reasons of attempts, and that of deliveries which were never sent. */
  private static final Set<String> REASONS =
      Stream.concat(
              Stream.of(FailureReason.values()).map(FailureReason::wireName), Stream.of("held"))
          .collect(Collectors.toUnmodifiableSet());

  /**
   * Reads all parameters but the time.
   *
   * @param destination the destination of the list; null to read it, too
   * @param redaction of the caller, who may not search what is hidden
   */
  static AttemptParameters of(
      Query request, @Nullable DestinationId destination, Redaction redaction) {
    Reader reader = new Reader(request);
    if (destination == null) {
      reader.read(
          "destinationId",
          Dimension.DESTINATION,
          text -> DestinationId.parse(text).map(DestinationId::toString),
          "must be the ID of a destination");
    } else {
      reader.query = reader.query.with(Dimension.DESTINATION, destination.toString());
    }
    reader.read(
        "sourceId",
        Dimension.SOURCE,
        text -> SourceId.parse(text).map(SourceId::toString),
        "must be the ID of a source");
    reader.read("url", Dimension.URL, text -> text(SecretMask.url(text)), tooLong());
    String event = reader.read("event", Dimension.EVENT, AttemptParameters::text, tooLong());
    Boolean noEvent =
        request.parameter(
            "noEvent", text -> bool(text).map(Boolean::parseBoolean), "must be true or false");
    if (Boolean.TRUE.equals(noEvent)) {
      reader.query = reader.query.with(Dimension.EVENT, "");
    }
    reader.read(
        "type",
        Dimension.TYPE,
        text ->
            MessageType.ofPath(text).or(() -> ofDeletion(text)).map(t -> String.valueOf(t.code())),
        "must be a type such as track");
    reader.status();
    reader.read(
        "reason",
        Dimension.REASON,
        text -> Optional.of(text).filter(REASONS::contains),
        "must be a reason such as timeout or http_status");
    reader.read(
        "end",
        Dimension.END,
        text ->
            text.equals("none")
                ? Optional.of("")
                : WireNamed.parse(FinalStatus.class, text).map(FinalStatus::wireName),
        "must be the end of a delivery such as delivered, or none");
    reader.read("sent", Dimension.SENT, AttemptParameters::bool, "must be true or false");
    reader.read("failed", Dimension.FAILED, AttemptParameters::bool, "must be true or false");
    String userId = request.parameter("userId", AttemptParameters::text, tooLong());
    refuseHidden("userId", userId, redaction);
    refuseHidden("event", event, redaction);
    refuseHidden("event", noEvent == null ? null : noEvent.toString(), redaction);
    return new AttemptParameters(reader.query, userId);
  }

  private static Optional<MessageType> ofDeletion(String text) {
    return Optional.of(MessageType.DELETE).filter(type -> type.wireName().equals(text));
  }

  /** Results would tell what the caller may not see. */
  private static void refuseHidden(String name, @Nullable String value, Redaction redaction) {
    if (value != null && redaction.hides(name)) {
      throw ApiException.invalid(
          List.of(new FieldError(name, "is not possible: it is redacted for viewers")));
    }
  }

  private static Optional<String> text(String text) {
    return Optional.of(text).filter(t -> !t.isEmpty() && t.length() <= MAX_TEXT_LENGTH);
  }

  private static String tooLong() {
    return "must have 1 to %,d characters".formatted(MAX_TEXT_LENGTH);
  }

  private static Optional<String> bool(String text) {
    return Optional.of(text).filter(t -> t.equals("true") || t.equals("false"));
  }

  /** Collects conditions. */
  private static final class Reader {

    private final Query request;
    private AttemptQuery query = AttemptQuery.ALL;

    private Reader(Query request) {
      this.request = request;
    }

    private @Nullable String read(
        String name,
        Dimension dimension,
        Function<String, Optional<String>> parser,
        String message) {
      String value = request.parameter(name, parser, message);
      if (value != null) {
        query = query.with(dimension, value);
      }
      return value;
    }

    /** One status, all of a class such as 5xx, or none. */
    private void status() {
      String status =
          request.parameter(
              "status",
              text -> Optional.of(text).filter(t -> t.matches("[1-9](xx|[0-9]{2})|none")),
              "must be a status such as 503, a class such as 5xx, or none");
      if (status == null) {
        return;
      }
      if (status.equals("none")) {
        query = query.with(Dimension.STATUS, "0").with(Dimension.SENT, "true");
      } else if (status.endsWith("xx")) {
        int first = (status.charAt(0) - '0') * STATUSES_OF_CLASS;
        query =
            query.with(
                Dimension.STATUS,
                IntStream.range(first, first + STATUSES_OF_CLASS)
                    .mapToObj(Integer::toString)
                    .toArray(String[]::new));
      } else {
        query = query.with(Dimension.STATUS, status);
      }
    }
  }
}
