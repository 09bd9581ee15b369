package io.postrider.server.delivery.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.delivery.DestinationState;
import io.postrider.delivery.Failure;
import io.postrider.delivery.FailureReason;
import io.postrider.delivery.Replay;
import io.postrider.delivery.ReplayProgress;
import io.postrider.delivery.UrlState;
import io.postrider.id.DestinationId;
import io.postrider.server.catalog.DestinationHealth;
import io.postrider.server.delivery.DestinationStatus;
import io.postrider.server.delivery.replay.ReplayStatus;
import io.postrider.server.http.admin.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A {@link DestinationStatus} as JSON, for nodes of this and other versions: unknown members are
 * ignored, missing ones are empty. Times are milliseconds since 1970.
 */
public final class StatusText {

  private StatusText() {}

  /** The text of a status. */
  public static String of(DestinationStatus status) {
    ObjectNode text = JsonNodeFactory.instance.objectNode();
    text.put("state", status.state().name());
    text.put("held", status.held());
    text.put("keepsFailing", status.keepsFailing());
    text.put("computed", status.computed());
    put(text, "failingSince", status.failingSince());
    put(text, "deliveredAt", status.deliveredAt());
    put(text, "lastDeliveredAt", status.lastDeliveredAt());
    if (status.lastError() != null) {
      text.set("lastError", error(status.lastError()));
    }
    status.urls().forEach(url -> text.withArray("urls").add(url(url)));
    for (DestinationStatus.Backlog backlog : status.backlogs()) {
      ObjectNode one = text.withArray("partitions").addObject();
      one.put("partition", backlog.partition());
      one.put("waiting", backlog.waiting());
      one.put("unread", backlog.unread());
      one.put("oldest", backlog.oldest());
      one.put("failed", backlog.failed());
    }
    status.replays().forEach(part -> text.withArray("replays").add(replay(part)));
    return Json.text(text);
  }

  private static ObjectNode replay(ReplayStatus.Part part) {
    ReplayProgress progress = part.progress();
    ObjectNode text = JsonNodeFactory.instance.objectNode();
    text.put("destination", part.destination().bits());
    text.put("partition", part.partition());
    text.put("id", part.id());
    text.put("from", progress.replay().fromOffset());
    text.put("to", progress.replay().toOffset());
    text.put("onlyFailed", progress.replay().onlyFailed());
    text.put("position", progress.position());
    text.put("taken", progress.taken());
    text.put("delivered", progress.delivered());
    text.put("failed", progress.failed());
    text.put("open", progress.open());
    text.put("cancelled", progress.cancelled());
    put(text, "endedAt", part.endedAt());
    return text;
  }

  private static ReplayStatus.Part replay(JsonNode text) {
    Replay replay =
        new Replay(
            text.path("id").asLong(),
            text.path("from").asLong(),
            text.path("to").asLong(),
            text.path("onlyFailed").asBoolean());
    return new ReplayStatus.Part(
        new DestinationId(text.path("destination").asLong()),
        text.path("partition").asInt(),
        new ReplayProgress(
            replay,
            text.path("position").asLong(),
            text.path("taken").asLong(),
            text.path("delivered").asLong(),
            text.path("failed").asLong(),
            text.path("open").asInt(),
            text.path("cancelled").asBoolean()),
        time(text, "endedAt"));
  }

  private static ObjectNode error(DestinationHealth.Failure error) {
    ObjectNode text = JsonNodeFactory.instance.objectNode();
    text.put("reason", error.reason());
    if (error.status() != null) {
      text.put("status", error.status());
    }
    text.put("message", error.message());
    text.put("url", error.url());
    put(text, "at", error.at());
    return text;
  }

  private static ObjectNode url(UrlState url) {
    ObjectNode text = JsonNodeFactory.instance.objectNode();
    text.put("url", url.url());
    text.put("failing", url.failing());
    text.put("breakerOpen", url.breakerOpen());
    put(text, "nextProbe", url.nextProbe());
    text.put("limit", url.limit());
    text.put("inFlight", url.inFlight());
    Failure failure = url.lastFailure();
    if (failure != null) {
      ObjectNode last = text.putObject("lastFailure");
      last.put("reason", failure.reason().name());
      last.put("status", failure.status());
      last.put("refused", failure.refused());
      last.put("held", failure.held());
    }
    return text;
  }

  private static void put(ObjectNode text, String name, @Nullable Instant time) {
    if (time != null) {
      text.put(name, time.toEpochMilli());
    }
  }

  /** The status of a text that {@link #of} returned. */
  public static DestinationStatus parse(String stored) {
    JsonNode text = Json.parseOwn(stored);
    List<UrlState> urls = new ArrayList<>();
    text.path("urls").forEach(url -> urls.add(url(url)));
    List<DestinationStatus.Backlog> backlogs = new ArrayList<>();
    for (JsonNode one : text.path("partitions")) {
      backlogs.add(
          new DestinationStatus.Backlog(
              one.path("partition").asInt(),
              one.path("waiting").asLong(),
              one.path("unread").asLong(),
              one.path("oldest").asLong(),
              one.path("failed").asLong()));
    }
    List<ReplayStatus.Part> replays = new ArrayList<>();
    text.path("replays").forEach(part -> replays.add(replay(part)));
    return new DestinationStatus(
        named(DestinationState.values(), text.path("state"), DestinationState.HEALTHY),
        text.path("held").asBoolean(),
        text.path("keepsFailing").asBoolean(),
        text.path("computed").asBoolean(),
        time(text, "failingSince"),
        time(text, "deliveredAt"),
        time(text, "lastDeliveredAt"),
        text.has("lastError") ? error(text.path("lastError")) : null,
        urls,
        backlogs,
        replays);
  }

  private static DestinationHealth.Failure error(JsonNode error) {
    Instant at = time(error, "at");
    return new DestinationHealth.Failure(
        error.path("reason").asText(),
        error.has("status") ? (Integer) error.path("status").asInt() : null,
        error.path("message").asText(),
        error.path("url").asText(),
        at == null ? Instant.EPOCH : at);
  }

  private static UrlState url(JsonNode url) {
    JsonNode last = url.path("lastFailure");
    return new UrlState(
        url.path("url").asText(),
        url.path("failing").asBoolean(),
        url.path("breakerOpen").asBoolean(),
        time(url, "nextProbe"),
        url.path("limit").asInt(),
        url.path("inFlight").asInt(),
        last.isMissingNode()
            ? null
            : new Failure(
                named(FailureReason.values(), last.path("reason"), FailureReason.PROTOCOL),
                last.path("status").asInt(),
                last.path("refused").asBoolean(),
                last.path("held").asBoolean()));
  }

  /** The constant of a name; another one if a later version knows more. */
  private static <T extends Enum<T>> T named(T[] all, JsonNode name, T otherwise) {
    for (T one : all) {
      if (one.name().equals(name.asText())) {
        return one;
      }
    }
    return otherwise;
  }

  private static @Nullable Instant time(JsonNode text, String name) {
    return text.has(name) ? Instant.ofEpochMilli(text.path(name).asLong()) : null;
  }
}
