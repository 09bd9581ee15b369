package io.postrider.server.http.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list, as every list answers. Immutable.
 *
 * @param next the cursor of the next page; null on the last
 */
public record Page<T>(
    @JsonProperty List<T> data,
    @JsonProperty @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable String next) {

  public Page {
    data = List.copyOf(data);
  }

  /** The same page with other items. */
  public <R> Page<R> map(Function<T, R> change) {
    return new Page<>(data.stream().map(change).toList(), next);
  }

  /** A page without items. */
  public static <T> Page<T> empty() {
    return new Page<>(List.of(), null);
  }
}
