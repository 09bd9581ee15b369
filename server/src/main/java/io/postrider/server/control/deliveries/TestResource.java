package io.postrider.server.control.deliveries;

import io.postrider.message.MessageType;
import io.postrider.route.Destination;
import io.postrider.server.control.ApiPart;
import io.postrider.server.http.Answer;
import io.postrider.server.http.Call;
import io.postrider.server.http.Fields;
import io.postrider.server.http.Resource;
import io.vertx.core.http.HttpMethod;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The test button: sends a sample message to a destination, be it paused or disabled. */
final class TestResource implements ApiPart {

  private static final String TYPES = "identify, track, page, screen, group, alias or delete";

  private final Addressee addressee;
  private final TestSender sender;

  TestResource(Addressee addressee, TestSender sender) {
    this.addressee = addressee;
    this.sender = sender;
  }

  @Override
  public List<Resource> resources() {
    return List.of(Resource.at("/destinations/:id/test").on(HttpMethod.POST, this::send));
  }

  private Answer send(Call call) {
    Destination destination = addressee.of(call);
    return Answer.json(200, sender.send(destination, type(call)));
  }

  private static MessageType type(Call call) {
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
