package io.postrider.server.delivery.api;

import io.postrider.delivery.DeliveryStatus;
import io.postrider.delivery.Outcome;
import io.postrider.id.DestinationId;
import io.postrider.message.Field;
import io.postrider.message.MessageType;
import io.postrider.server.delivery.DeliveryInspector;
import io.postrider.server.delivery.MessageSearch;
import io.postrider.server.delivery.stats.AttemptSample;
import io.postrider.server.http.admin.Page;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What was tried lately, and what was given up on. */
final class History implements DeliveryHistory {

  private static final Pattern CURSOR = Pattern.compile("(\\d{1,9})-(\\d{1,18})");

  /** How many marks are looked at for a page. */
  private static final int MOST_LOOKED_AT = 2_000;

  /** Says whether a message that the log holds goes to a destination. */
  interface Judge {
    boolean isFor(DestinationId destination, MessageSearch.Found message);
  }

  private final DeliveryInspector inspection;
  private final MessageSearch search;
  private final Judge judge;
  private final int partitions;

  History(DeliveryInspector inspection, MessageSearch search, Judge judge, int partitions) {
    this.inspection = inspection;
    this.search = search;
    this.judge = judge;
    this.partitions = partitions;
  }

  @Override
  public List<Attempt> attempts(DestinationId destination) {
    return inspection.attempts(destination).stream()
        .filter(sample -> !search.hides(sample.partition(), sample.offset()))
        .map(this::attempt)
        .toList();
  }

  private Attempt attempt(AttemptSample sample) {
    MessageSearch.Found found = search.at(sample.partition(), sample.offset()).orElse(null);
    Outcome outcome = sample.outcome();
    Outcome.Failure failure = outcome instanceof Outcome.Failure failed ? failed : null;
    return new Attempt(
        sample.at(),
        id(found),
        type(found),
        sample.round(),
        sample.url(),
        ending(outcome),
        sample.status() == 0 ? null : sample.status(),
        failure == null ? null : failure.reason().wireName(),
        failure == null ? null : failure.detail(),
        sample.latency(),
        new BodySample(
            null, sample.request().headers(), sample.request().body(), sample.request().cut()),
        answer(sample));
  }

  private static @Nullable BodySample answer(AttemptSample sample) {
    AttemptSample.Part answer = sample.answer();
    return answer == null
        ? null
        : new BodySample(sample.status(), answer.headers(), answer.body(), answer.cut());
  }

  private static Ending ending(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Delivered _ -> Ending.DELIVERED;
      case Outcome.Refused _ -> Ending.REFUSED;
      case Outcome.Failure _ -> Ending.FAILED;
    };
  }

  @Override
  public Optional<Page<Failed>> failed(
      DestinationId destination, @Nullable String reason, @Nullable String cursor, int limit) {
    int partition = partitions - 1;
    long before = Long.MAX_VALUE;
    if (cursor != null) {
      Matcher read = CURSOR.matcher(cursor);
      if (!read.matches() || Integer.parseInt(read.group(1)) >= partitions) {
        return Optional.empty();
      }
      partition = Integer.parseInt(read.group(1));
      before = Long.parseLong(read.group(2));
    }
    return Optional.of(page(destination, reason, partition, before, limit));
  }

  private Page<Failed> page(
      DestinationId destination, @Nullable String reason, int from, long end, int limit) {
    List<Failed> page = new ArrayList<>();
    int partition = from;
    long before = end;
    int looked = 0;
    while (partition >= 0) {
      List<DeliveryInspector.Failed> some =
          inspection.failed(destination, partition, before, limit + 1);
      for (DeliveryInspector.Failed one : some) {
        if (page.size() == limit || looked++ == MOST_LOOKED_AT) {
          return new Page<>(page, partition + "-" + before);
        }
        before = one.offset();
        MessageSearch.Found found = search.at(one.partition(), one.offset()).orElse(null);
        if (wasFor(destination, one, found)) {
          Failed failed = failed(one, found);
          if (reason == null || reason.equals(failed.reason())) {
            page.add(failed);
          }
        }
      }
      if (some.isEmpty()) {
        partition--;
        before = Long.MAX_VALUE;
      }
    }
    return new Page<>(page, null);
  }

  /** Whole stretches of the log are cancelled, whoever their messages were for. */
  private boolean wasFor(
      DestinationId destination,
      DeliveryInspector.Failed one,
      MessageSearch.@Nullable Found found) {
    return !(one.mark() instanceof DeliveryStatus.Cancelled)
        || (found != null && judge.isFor(destination, found));
  }

  private static Failed failed(DeliveryInspector.Failed one, MessageSearch.@Nullable Found found) {
    String reason;
    String words;
    Integer status = null;
    switch (one.mark()) {
      case DeliveryStatus.Failed failed -> {
        reason = failed.failure().reason().wireName();
        status = failed.failure().status() == 0 ? null : (Integer) failed.failure().status();
        words = FailureWords.of(failed.failure());
      }
      case DeliveryStatus.Expired _ -> {
        reason = "expired";
        words = "The log lost the message before it was delivered.";
      }
      case DeliveryStatus.Cancelled _ -> {
        reason = "cancelled";
        words = "The destination was disabled before the message was delivered.";
      }
      case DeliveryStatus.Waiting _,
          DeliveryStatus.Open _,
          DeliveryStatus.Superseded _,
          DeliveryStatus.Filtered _,
          DeliveryStatus.Settled _ ->
          throw new IllegalStateException("Not a mark of a failure: " + one.mark());
    }
    Instant acceptedAt = found == null ? null : found.record().receivedAt();
    return new Failed(
        one.partition(),
        one.offset(),
        id(found),
        type(found),
        acceptedAt,
        one.at(),
        reason,
        status,
        words,
        found != null);
  }

  private static @Nullable String id(MessageSearch.@Nullable Found found) {
    return found == null ? null : found.record().text(Field.MESSAGE_ID);
  }

  private static @Nullable String type(MessageSearch.@Nullable Found found) {
    return found == null ? null : found.record().type().map(MessageType::wireName).orElse(null);
  }
}
