package io.postrider.server.delivery.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.postrider.delivery.FailureReason;
import io.postrider.delivery.Outcome;
import io.postrider.server.delivery.stats.AttemptSample;
import io.postrider.server.delivery.stats.BodySample;
import io.postrider.server.http.admin.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Sampled attempts as JSON, from one node to another. */
public final class SampleText {

  private SampleText() {}

  /** The text of some samples. */
  public static String of(List<AttemptSample> samples) {
    ArrayNode all = JsonNodeFactory.instance.arrayNode();
    for (AttemptSample sample : samples) {
      ObjectNode one = all.addObject();
      one.put("at", sample.at().toEpochMilli());
      one.put("partition", sample.partition());
      one.put("offset", sample.offset());
      one.put("userHash", sample.userHash());
      one.put("round", sample.round());
      one.put("url", sample.url());
      one.put("latencyNanos", sample.latency().toNanos());
      switch (sample.outcome()) {
        case Outcome.Delivered delivered -> one.put("delivered", delivered.status());
        case Outcome.Refused refused -> {
          one.put("refused", refused.status());
          failure(one, refused);
        }
        case Outcome.Failure failed -> failure(one, failed);
      }
      one.set("request", body(sample.request()));
      if (sample.response() != null) {
        one.set("response", body(sample.response()));
      }
    }
    return Json.text(all);
  }

  private static void failure(ObjectNode text, Outcome.Failure failure) {
    text.put("reason", failure.reason().name());
    text.put("detail", failure.detail());
  }

  private static ObjectNode body(BodySample body) {
    ObjectNode text = JsonNodeFactory.instance.objectNode();
    if (body.status() != null) {
      text.put("status", body.status());
    }
    ObjectNode headers = text.putObject("headers");
    body.headers().forEach(headers::put);
    text.put("body", body.body());
    text.put("truncated", body.truncated());
    return text;
  }

  /** The samples of a text that {@link #of} returned. */
  public static List<AttemptSample> parse(String stored) {
    List<AttemptSample> samples = new ArrayList<>();
    for (JsonNode one : Json.parseOwn(stored)) {
      samples.add(
          new AttemptSample(
              Instant.ofEpochMilli(one.path("at").asLong()),
              one.path("partition").asInt(),
              one.path("offset").asLong(),
              one.path("userHash").asLong(),
              one.path("round").asInt(),
              one.path("url").asText(),
              outcome(one),
              Duration.ofNanos(one.path("latencyNanos").asLong()),
              body(one.path("request")),
              one.has("response") ? body(one.path("response")) : null));
    }
    return samples;
  }

  private static Outcome outcome(JsonNode one) {
    if (one.has("delivered")) {
      return new Outcome.Delivered(one.path("delivered").asInt());
    }
    FailureReason reason = FailureReason.PROTOCOL;
    for (FailureReason known : FailureReason.values()) {
      reason = known.name().equals(one.path("reason").asText()) ? known : reason;
    }
    String detail = one.path("detail").asText();
    return one.has("refused")
        ? new Outcome.Refused(reason, one.path("refused").asInt(), detail)
        : new Outcome.Unreachable(reason, detail);
  }

  private static BodySample body(JsonNode text) {
    Map<String, String> headers = new LinkedHashMap<>();
    text.path("headers")
        .properties()
        .forEach(header -> headers.put(header.getKey(), header.getValue().asText()));
    return new BodySample(
        text.has("status") ? (Integer) text.path("status").asInt() : null,
        headers,
        text.path("body").asText(),
        text.path("truncated").asBoolean());
  }
}
