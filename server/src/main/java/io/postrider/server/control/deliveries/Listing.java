package io.postrider.server.control.deliveries;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.postrider.server.http.ListCursors;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Some items and where the next ones are.
 *
 * @param next what to ask for the next page with; null on the last
 */
public record Listing<T>(
    @JsonProperty List<T> data,
    @JsonProperty @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable String next) {

  public Listing {
    data = List.copyOf(data);
  }

  /** The same page of something else. */
  public <R> Listing<R> map(Function<T, R> change) {
    return new Listing<>(data.stream().map(change).toList(), next);
  }

  /** The same page, with the cursor of the next as it travels. */
  public Listing<T> of(ListCursors cursors) {
    return new Listing<>(data, cursors.text(next));
  }

  /** Nothing. */
  public static <T> Listing<T> empty() {
    return new Listing<>(List.of(), null);
  }
}
