package io.postrider.server.delivery.api;

import io.postrider.delivery.DeliveryStatus;
import io.postrider.delivery.Failure;
import io.postrider.delivery.Outcome;
import io.postrider.id.DestinationId;
import io.postrider.message.Field;
import io.postrider.message.MessageType;
import io.postrider.route.Catalog;
import io.postrider.route.RoutingDecision;
import io.postrider.server.catalog.LiveCatalog;
import io.postrider.server.delivery.DeliveryInspector;
import io.postrider.server.delivery.DeliveryService;
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

/** Reads attempts and failed deliveries of this node. */
final class NodeDeliveryHistory implements DeliveryHistory {

  private static final Pattern CURSOR = Pattern.compile("(\\d{1,9})-(\\d{1,18})");

  /** How many failures are scanned for a page. */
  private static final int MAX_SCANNED = 2_000;

  private final DeliveryService service;
  private final DeliveryInspector inspection;
  private final MessageSearch search;
  private final LiveCatalog catalog;
  private final int partitions;

  NodeDeliveryHistory(
      DeliveryService service, MessageSearch search, LiveCatalog catalog, int partitions) {
    this.service = service;
    this.inspection = service.inspection();
    this.search = search;
    this.catalog = catalog;
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
        if (page.size() == limit || looked++ == MAX_SCANNED) {
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

  /** A cancelled span also covers messages that were not for the destination. */
  private boolean wasFor(
      DestinationId destination,
      DeliveryInspector.Failed one,
      MessageSearch.@Nullable Found found) {
    return !(one.mark() instanceof DeliveryStatus.Cancelled)
        || (found != null && isFor(destination, found));
  }

  private boolean isFor(DestinationId id, MessageSearch.Found found) {
    Catalog now = catalog.current();
    return now.destination(id)
        .filter(
            destination ->
                service
                        .rules()
                        .decision(
                            now, destination, found.partition(), found.offset(), found.record())
                    == RoutingDecision.DELIVER)
        .isPresent();
  }

  private static Failed failed(DeliveryInspector.Failed one, MessageSearch.@Nullable Found found) {
    String reason;
    String text;
    Integer status = null;
    switch (one.mark()) {
      case DeliveryStatus.Failed failed -> {
        reason = failed.failure().reason().wireName();
        status = failed.failure().status() == 0 ? null : (Integer) failed.failure().status();
        text = describe(failed.failure());
      }
      case DeliveryStatus.Expired _ -> {
        reason = "expired";
        text = "The log deleted the message before it was delivered.";
      }
      case DeliveryStatus.Cancelled _ -> {
        reason = "cancelled";
        text = "The destination was disabled before the message was delivered.";
      }
      case DeliveryStatus.Waiting _,
          DeliveryStatus.Open _,
          DeliveryStatus.Superseded _,
          DeliveryStatus.Filtered _,
          DeliveryStatus.Settled _ ->
          throw new IllegalStateException("Not a failure: " + one.mark());
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
        text,
        found != null);
  }

  private static @Nullable String id(MessageSearch.@Nullable Found found) {
    return found == null ? null : found.record().text(Field.MESSAGE_ID);
  }

  private static @Nullable String type(MessageSearch.@Nullable Found found) {
    return found == null ? null : found.record().type().map(MessageType::wireName).orElse(null);
  }

  /** The cause of a failure of which only the reason is stored. */
  private static String describe(Failure failure) {
    return switch (failure.reason()) {
      case TIMEOUT -> "The receiver did not respond in time.";
      case HTTP_STATUS -> "The receiver answered " + failure.status() + ".";
      case CONNECTION_REFUSED -> "The receiver refused the connection.";
      case CONNECTION_RESET -> "The connection was closed before a response.";
      case UNREACHABLE -> "The receiver is unreachable.";
      case PROTOCOL -> "The receiver's response is not valid HTTP.";
      case DNS -> "The receiver's host name does not resolve.";
      case SELF_SIGNED_CERTIFICATE -> "The receiver's certificate is self-signed.";
      case TLS -> "The TLS handshake with the receiver failed.";
      case ADDRESS_REFUSED ->
          "The receiver's address is not allowed; delivery.allow-networks does not list its"
              + " network.";
    };
  }
}
