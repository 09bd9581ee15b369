package io.postrider.server.delivery.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The beginning of a request or an answer, for people to look at.
 *
 * @param status of an answer; null for a request
 * @param headers without secrets; a name that came more than once has its values joined; null if
 *     they were not kept
 * @param truncated whether the body goes on
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record BodySample(
    @JsonProperty @Nullable Integer status,
    @JsonProperty @Nullable Map<String, String> headers,
    @JsonProperty String body,
    @JsonProperty boolean truncated) {}
