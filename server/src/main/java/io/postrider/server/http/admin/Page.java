package io.postrider.server.http.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Some items and where the next ones are.
 *
 * @param next what to ask for the next page with; null on the last
 */
public record Page<T>(
    @JsonProperty List<T> data,
    @JsonProperty @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable String next) {

  public Page {
    data = List.copyOf(data);
  }

  /** The same page of something else. */
  public <R> Page<R> map(Function<T, R> change) {
    return new Page<>(data.stream().map(change).toList(), next);
  }

  /** The same page, with the cursor of the next as it travels. */
  public Page<T> of(CursorCodecs cursors) {
    return new Page<>(data, cursors.text(next));
  }

  /** Nothing. */
  public static <T> Page<T> empty() {
    return new Page<>(List.of(), null);
  }
}
