package io.postrider.server.http.admin;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A request that fails with a problem; {@link Problems} turns it into a response. */
public final class ApiException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final ProblemCode code;
  private final String detail;
  private final transient List<FieldError> errors;
  private final transient Map<String, String> headers;

  private ApiException(
      ProblemCode code, String detail, List<FieldError> errors, Map<String, String> headers) {
    super(detail, null, false, false);
    this.code = code;
    this.detail = detail;
    this.errors = List.copyOf(errors);
    this.headers = Map.copyOf(headers);
  }

  public static ApiException of(ProblemCode code, String detail) {
    return new ApiException(code, detail, List.of(), Map.of());
  }

  /** No resource has the ID in the path. */
  public static ApiException notFound(String resource) {
    return of(ProblemCode.NOT_FOUND, "No %s has this ID.".formatted(resource));
  }

  /** As many resources exist as are allowed. */
  public static ApiException limitReached(int most, String resources) {
    return of(ProblemCode.LIMIT_REACHED, "At most %,d %s are allowed.".formatted(most, resources));
  }

  /** The same, with a header of the response. */
  public static ApiException with(ProblemCode code, String detail, String header, String value) {
    return new ApiException(code, detail, List.of(), Map.of(header, value));
  }

  /** A failure after which the client may retry. */
  public static ApiException unavailable(String detail, Duration retryAfter) {
    return with(
        ProblemCode.UNAVAILABLE, detail, "Retry-After", Long.toString(retryAfter.toSeconds()));
  }

  /** Input with invalid fields, all of them. */
  public static ApiException invalid(List<FieldError> errors) {
    String detail =
        errors.size() == 1 ? "One field is invalid." : errors.size() + " fields are invalid.";
    return new ApiException(ProblemCode.INVALID_FIELDS, detail, errors, Map.of());
  }

  public ProblemCode code() {
    return code;
  }

  String detail() {
    return detail;
  }

  public List<FieldError> errors() {
    return errors;
  }

  Map<String, String> headers() {
    return headers;
  }
}
