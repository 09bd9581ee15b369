package io.postrider.server.http.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns failures into RFC 9457 problems.
 *
 * <p>An {@link ApiException} is shown to the client. Any other failure is logged and answered 500
 * without details.
 */
public final class Problems {

  private static final Logger LOG = LoggerFactory.getLogger(Problems.class);

  private record Body(
      String type,
      String title,
      int status,
      String detail,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<FieldError> errors) {}

  private Problems() {}

  public static ApiResponse answer(Throwable failure) {
    if (failure instanceof ApiException known) {
      return answer(known);
    }
    LOG.error("A request failed.", failure);
    return answer(
        ApiException.of(ProblemCode.INTERNAL, "The request failed; see the server's log."));
  }

  private static ApiResponse answer(ApiException failure) {
    ProblemCode code = failure.code();
    Map<String, String> headers = new LinkedHashMap<>(failure.headers());
    headers.put("Content-Type", "application/problem+json");
    return new ApiResponse(
        code.status(),
        headers,
        Json.write(
            new Body(
                code.type(), code.title(), code.status(), failure.detail(), failure.errors())));
  }
}
