package io.postrider.server.http.admin;

import java.util.Locale;

/** Every way in which a request to the admin API can fail. */
public enum ProblemCode {
  BAD_REQUEST(400, "Bad request"),
  INVALID_JSON(400, "Not JSON"),
  UNAUTHORIZED(401, "Not authorized"),
  FORBIDDEN(403, "Not allowed"),
  NOT_FOUND(404, "Not found"),
  METHOD_NOT_ALLOWED(405, "Method not allowed"),
  REQUEST_TIMEOUT(408, "Request took too long"),
  CONFLICT(409, "Not possible now"),
  LIMIT_REACHED(409, "Limit reached"),
  BODY_TOO_LARGE(413, "Body too large"),
  URI_TOO_LONG(414, "URI too long"),
  UNSUPPORTED_MEDIA_TYPE(415, "Unsupported media type"),
  EXPECTATION_FAILED(417, "Expectation failed"),
  INVALID_FIELDS(422, "Invalid fields"),
  TOO_MANY_REQUESTS(429, "Too many requests"),
  HEADERS_TOO_LARGE(431, "Headers too large"),
  INTERNAL(500, "Internal error"),
  UNAVAILABLE(503, "Not available now"),
  VERSION_NOT_SUPPORTED(505, "HTTP version not supported");

  private final int status;
  private final String title;

  ProblemCode(int status, String title) {
    this.status = status;
    this.title = title;
  }

  public int status() {
    return status;
  }

  public String title() {
    return title;
  }

  /** The problem type, which identifies the problem for programs. */
  public String type() {
    return "urn:postrider:problem:" + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
