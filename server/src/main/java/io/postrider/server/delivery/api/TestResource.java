package io.postrider.server.delivery.api;

import io.postrider.message.MessageType;
import io.postrider.route.Destination;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.ApiRoutes;
import io.postrider.server.http.admin.Fields;
import io.postrider.server.http.admin.Resource;
import io.vertx.core.http.HttpMethod;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Sends a test message to a destination, even if it is paused or disabled. */
final class TestResource implements ApiRoutes {

  private static final String TYPES = "identify, track, page, screen, group, alias or delete";

  private final DestinationPath destinations;
  private final TestSender sender;

  TestResource(DestinationPath destinations, TestSender sender) {
    this.destinations = destinations;
    this.sender = sender;
  }

  @Override
  public List<Resource> resources() {
    return List.of(Resource.at("/destinations/:id/test").on(HttpMethod.POST, this::send));
  }

  private ApiResponse send(ApiRequest call) {
    Destination destination = destinations.of(call);
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
