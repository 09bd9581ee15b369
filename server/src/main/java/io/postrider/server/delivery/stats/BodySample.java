package io.postrider.server.delivery.stats;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.server.delivery.client.WebhookResponse;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The beginning of a request or response, as in the admin API.
 *
 * @param status the status of a response; null for a request
 * @param headers without secrets; values of a repeated name are joined
 * @param truncated whether the body is longer
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record BodySample(
    @JsonProperty @Nullable Integer status,
    @JsonProperty Map<String, String> headers,
    @JsonProperty String body,
    @JsonProperty boolean truncated) {

  /** The sample of a response; null without one. */
  public static @Nullable BodySample of(@Nullable WebhookResponse response) {
    return response == null
        ? null
        : new BodySample(
            response.status(),
            response.headers(),
            response.bodySample(),
            response.readBytes() > WebhookResponse.MAX_SAMPLE_BYTES);
  }

  int sizeBytes() {
    int characters = body.length();
    for (Map.Entry<String, String> header : headers.entrySet()) {
      characters += header.getKey().length() + header.getValue().length();
    }
    return AttemptSample.FIXED_BYTES + characters;
  }
}
