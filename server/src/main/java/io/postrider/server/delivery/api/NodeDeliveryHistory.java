package io.postrider.server.delivery.api;

import io.postrider.delivery.DeliveryStatus;
import io.postrider.delivery.Outcome;
import io.postrider.id.DestinationId;
import io.postrider.log.RecordLog;
import io.postrider.message.Field;
import io.postrider.message.MessageType;
import io.postrider.route.Catalog;
import io.postrider.route.RoutingDecision;
import io.postrider.server.delivery.BacklogAge;
import io.postrider.server.delivery.DeliveryLookup;
import io.postrider.server.delivery.DeliveryViews;
import io.postrider.server.delivery.MessageSearch;
import io.postrider.server.delivery.PartitionOffset;
import io.postrider.server.delivery.stats.AttemptSample;
import io.postrider.server.delivery.stats.BodySample;
import io.postrider.server.http.admin.PageCursor;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads attempts and failed deliveries. */
final class NodeDeliveryHistory implements DeliveryHistory {

  /** How many failures are scanned for a page. */
  private static final int MAX_SCANNED = 2_000;

  private final DeliveryViews views;
  private final MessageSearch search;
  private final KnownSources sources;
  private final RecordLog log;
  private final int partitions;

  NodeDeliveryHistory(
      DeliveryViews views, MessageSearch search, KnownSources sources, RecordLog log) {
    this.views = views;
    this.search = search;
    this.sources = sources;
    this.log = log;
    this.partitions = log.partitions();
  }

  @Override
  public List<Attempt> attempts(DestinationId destination) {
    return views.attempts().attempts(destination).stream()
        .filter(sample -> !search.hides(sample.partition(), sample.offset()))
        .map(this::attempt)
        .toList();
  }

  private Attempt attempt(AttemptSample sample) {
    MessageSearch.Found found = search.at(sample.partition(), sample.offset()).orElse(null);
    Outcome outcome = sample.outcome();
    Outcome.Failure failure = outcome instanceof Outcome.Failure failed ? failed : null;
    BodySample response = sample.response();
    return new Attempt(
        sample.at(),
        id(found),
        type(found),
        sample.round(),
        sample.url(),
        ending(outcome),
        response == null ? null : response.status(),
        failure == null ? null : failure.reason().wireName(),
        failure == null ? null : failure.detail(),
        sample.latency(),
        sample.request(),
        response);
  }

  private static Ending ending(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Delivered _ -> Ending.DELIVERED;
      case Outcome.Refused _ -> Ending.REFUSED;
      case Outcome.Failure _ -> Ending.FAILED;
    };
  }

  @Override
  public FailedPage failed(
      DestinationId destination,
      Predicate<Failed> wanted,
      @Nullable PartitionOffset from,
      int limit) {
    int partition = from == null ? partitions - 1 : from.partition();
    long before = from == null ? Long.MAX_VALUE : from.offset();
    if (partition >= partitions) {
      throw PageCursor.invalid();
    }
    List<Failed> page = new ArrayList<>();
    int scanned = 0;
    while (partition >= 0) {
      List<DeliveryLookup.Failed> some =
          views.deliveries().failed(destination, partition, before, limit + 1);
      for (DeliveryLookup.Failed one : some) {
        if (page.size() == limit || scanned++ == MAX_SCANNED) {
          return new FailedPage(page, new PartitionOffset(partition, before));
        }
        before = one.offset();
        MessageSearch.Found found = search.at(one.partition(), one.offset()).orElse(null);
        if (wasFor(destination, one, found)) {
          Failed failed = failed(one, found);
          if (wanted.test(failed)) {
            page.add(failed);
          }
        }
      }
      if (some.isEmpty()) {
        partition--;
        before = Long.MAX_VALUE;
      }
    }
    return new FailedPage(page, null);
  }

  /** Failures are forgotten with their messages, some later. */
  @Override
  public @Nullable Instant failedSince() {
    BacklogAge times = new BacklogAge(log);
    Instant since = null;
    for (int partition = 0; partition < partitions; partition++) {
      Instant first = times.acceptedAt(partition, log.firstOffset(partition));
      if (since == null || (first != null && first.isAfter(since))) {
        since = first;
      }
    }
    return since;
  }

  /** A cancelled span also covers messages that were not for the destination. */
  private boolean wasFor(
      DestinationId destination, DeliveryLookup.Failed one, MessageSearch.@Nullable Found found) {
    return !(one.status() instanceof DeliveryStatus.Cancelled)
        || (found != null && isFor(destination, found));
  }

  private boolean isFor(DestinationId id, MessageSearch.Found found) {
    Catalog now = sources.catalog();
    return now.destination(id)
        .filter(
            destination ->
                views
                        .rules()
                        .decision(
                            now, destination, found.partition(), found.offset(), found.record())
                    == RoutingDecision.DELIVER)
        .isPresent();
  }

  private static Failed failed(DeliveryLookup.Failed one, MessageSearch.@Nullable Found found) {
    FailureView failure =
        switch (one.status()) {
          case DeliveryStatus.Failed failed -> FailureView.of(failed.failure());
          case DeliveryStatus.Expired _ ->
              new FailureView(
                  "expired", null, "The log deleted the message before it was delivered.");
          case DeliveryStatus.Cancelled _ ->
              new FailureView(
                  "cancelled",
                  null,
                  "The destination was disabled before the message was delivered.");
          case DeliveryStatus.Waiting _,
              DeliveryStatus.Open _,
              DeliveryStatus.Superseded _,
              DeliveryStatus.Filtered _,
              DeliveryStatus.Settled _ ->
              throw new IllegalStateException("Not a failure: " + one.status());
        };
    FailureView lastError =
        one.status() instanceof DeliveryStatus.Failed failed
            ? FailureView.lastError(failed.failure())
            : null;
    return new Failed(
        one.partition(),
        one.offset(),
        id(found),
        type(found),
        found == null ? null : found.record().receivedAt(),
        failedAt(one, found),
        failure.reason(),
        failure.status(),
        failure.message(),
        lastError,
        found != null);
  }

  /** When it failed. Stored times may be rounded down, and clocks may be set back. */
  private static @Nullable Instant failedAt(
      DeliveryLookup.Failed one, MessageSearch.@Nullable Found found) {
    Instant at = one.at();
    if (at == null || found == null) {
      return at;
    }
    Instant accepted = found.record().receivedAt();
    return at.isBefore(accepted) ? accepted : at;
  }

  private static @Nullable String id(MessageSearch.@Nullable Found found) {
    return found == null ? null : found.record().text(Field.MESSAGE_ID);
  }

  private static @Nullable String type(MessageSearch.@Nullable Found found) {
    return found == null ? null : found.record().type().map(MessageType::wireName).orElse(null);
  }
}
