package io.postrider.server.delivery.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;
import io.postrider.message.MessageType;
import io.postrider.route.Destination;
import io.postrider.server.delivery.stats.BodySample;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.Fields;
import io.postrider.server.http.admin.Resource;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Sends a test message to a destination, even if it is paused or disabled. */
final class TestResource implements ApiRoutes {

  private static final String TYPES = "identify, track, page, screen, group, alias or delete";

  /** Sends a test message to a destination, outside of queues and counters. */
  interface Sender {

    /** Posts a test message to every URL and waits for all outcomes. */
    Report send(Destination destination, MessageType type);
  }

  /**
   * The result of a test.
   *
   * @param outcomes one for each URL, in order
   * @param request the JSON body that was sent
   */
  record Report(@JsonProperty List<Outcome> outcomes, @JsonProperty @JsonRawValue String request) {}

  /**
   * The outcome of one URL.
   *
   * @param reason the failure reason; null if delivered
   * @param message the failure detail; null if delivered
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Outcome(
      @JsonProperty String url,
      @JsonProperty boolean delivered,
      @JsonProperty @Nullable Integer status,
      @JsonProperty @Nullable String reason,
      @JsonProperty @Nullable String message,
      @JsonProperty("latencyMillis") Duration latency,
      @JsonProperty @Nullable BodySample answer) {}

  private final Function<ApiRequest, Destination> destinations;
  private final Sender sender;

  TestResource(Function<ApiRequest, Destination> destinations, Sender sender) {
    this.destinations = destinations;
    this.sender = sender;
  }

  @Override
  public List<Resource> resources() {
    return List.of(Resource.at("/destinations/:id/test").on(HttpMethod.POST, this::send));
  }

  private ApiResponse send(ApiRequest call) {
    Destination destination = destinations.apply(call);
    return ApiResponse.json(200, sender.send(destination, type(call)));
  }

  private static MessageType type(ApiRequest call) {
    if (call.body().length == 0) {
      return MessageType.TRACK;
    }
    Fields fields = Fields.of(call, Set.of("application/json"));
    MessageType type = fields.choice("type", TestResource::parse, TYPES);
    fields.check();
    return type == null ? MessageType.TRACK : type;
  }

  private static Optional<MessageType> parse(String wireName) {
    return Arrays.stream(MessageType.values())
        .filter(type -> type.wireName().equals(wireName))
        .findFirst();
  }
}
