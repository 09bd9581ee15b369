package io.postrider.server.http.admin;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads query parameters and collects all errors, as {@link Fields} does. */
public final class Query {

  private final ApiRequest call;
  private final Set<String> known = new LinkedHashSet<>();
  private final List<FieldError> errors = new ArrayList<>();

  private Query(ApiRequest call) {
    this.call = call;
  }

  public static Query of(ApiRequest call) {
    return new Query(call);
  }

  /** A parameter; null if it is absent or invalid. */
  public <T> @Nullable T parameter(
      String name, Function<String, Optional<T>> parser, String message) {
    known.add(name);
    List<String> values = call.queryParameters().getOrDefault(name, List.of());
    if (values.isEmpty()) {
      return null;
    }
    Optional<T> parsed = values.size() == 1 ? parser.apply(values.getFirst()) : Optional.empty();
    if (parsed.isEmpty()) {
      errors.add(new FieldError(name, message));
      return null;
    }
    return parsed.get();
  }

  /** An integer in a range; null if it is absent or invalid. */
  public @Nullable Integer integer(String name, int least, int most) {
    return parameter(
        name,
        text ->
            text.matches("[0-9]{1,9}")
                ? Optional.of(Integer.parseInt(text)).filter(n -> n >= least && n <= most)
                : Optional.empty(),
        FieldMessages.between(least, most));
  }

  /** Throws if a parameter is invalid or unknown. */
  public void check() {
    for (String name : call.queryParameters().keySet()) {
      if (!known.contains(name)) {
        errors.add(new FieldError(name, FieldMessages.unknown(name, known)));
      }
    }
    if (!errors.isEmpty()) {
      throw ApiException.invalid(errors);
    }
  }
}
