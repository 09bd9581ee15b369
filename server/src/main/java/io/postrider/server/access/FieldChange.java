package io.postrider.server.access;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * What became of one field; secrets show as {@code ***}.
 *
 * @param from what it was; null if it was not there
 * @param to what it is; null if it is not there
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record FieldChange(
    @JsonProperty String field,
    @JsonProperty @Nullable JsonNode from,
    @JsonProperty @Nullable JsonNode to) {}
