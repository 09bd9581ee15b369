package io.postrider.server.control.deliveries;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.server.control.ApiPart;
import io.postrider.server.http.Answer;
import io.postrider.server.http.ApiException;
import io.postrider.server.http.Call;
import io.postrider.server.http.ErrorCode;
import io.postrider.server.http.Resource;
import io.vertx.core.http.HttpMethod;
import java.util.List;

/** Where one message is. */
final class MessageResource implements ApiPart {

  private final MessageFates fates;

  MessageResource(MessageFates fates) {
    this.fates = fates;
  }

  private record View(@JsonProperty List<MessageFates.MessageFate> data) {}

  @Override
  public List<Resource> resources() {
    return List.of(Resource.at("/messages/:messageId").on(HttpMethod.GET, this::read));
  }

  private Answer read(Call call) {
    String messageId = call.path("messageId");
    List<MessageFates.MessageFate> found =
        messageId.codePointCount(0, messageId.length()) > ReplayForm.LONGEST_MESSAGE_ID
            ? List.of()
            : fates.find(messageId);
    if (found.isEmpty()) {
      throw ApiException.of(ErrorCode.NOT_FOUND, "The log holds no message of this id.");
    }
    return Answer.json(200, new View(found));
  }
}
