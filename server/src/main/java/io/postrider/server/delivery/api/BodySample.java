package io.postrider.server.delivery.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The beginning of a request or response.
 *
 * @param status the status of a response; null for a request
 * @param headers without secrets; values of a repeated name are joined; null if they were not
 *     stored
 * @param truncated whether the body is longer
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record BodySample(
    @JsonProperty @Nullable Integer status,
    @JsonProperty @Nullable Map<String, String> headers,
    @JsonProperty String body,
    @JsonProperty boolean truncated) {}
