package io.postrider.server.access;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * The change of one field; secrets are shown as {@code ***}.
 *
 * @param from the old value; null if there was none
 * @param to the new value; null if there is none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record FieldChange(
    @JsonProperty String field,
    @JsonProperty @Nullable JsonNode from,
    @JsonProperty @Nullable JsonNode to) {}
