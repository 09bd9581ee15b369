package io.postrider.message;

import java.util.Locale;

/** Why a request or a message is rejected: the code on the wire and the HTTP status. */
public enum ErrorCode {
  INVALID_JSON(400),
  INVALID_WRITE_KEY(401),
  SOURCE_DISABLED(403),
  MESSAGE_TOO_LARGE(413),
  BATCH_TOO_LARGE(413),
  EMPTY_BATCH(400),
  NO_USER_ANON_ID(400),
  ID_NOT_STRING(400),
  NAME_NOT_STRING(400),
  EVENT_NOT_DEFINED(400),
  GROUP_ID_NOT_DEFINED(400),
  USER_ID_NOT_DEFINED(400),
  PREVIOUS_ID_NOT_DEFINED(400),
  PROPERTIES_NOT_OBJECT(400),
  TRAITS_NOT_OBJECT(400),
  CONTEXT_NOT_OBJECT(400),
  INTEGRATIONS_NOT_OBJECT(400),
  TYPE_UNKNOWN(400),
  TIMESTAMP_INVALID(400),
  MESSAGE_ID_TOO_LONG(400),
  TOO_MANY_REQUESTS(429),
  UNAVAILABLE(503);

  private final int status;
  private final String wireName;

  ErrorCode(int status) {
    this.status = status;
    this.wireName = name().toLowerCase(Locale.ROOT);
  }

  /** The code on the wire, for example {@code invalid_json}. */
  public String wireName() {
    return wireName;
  }

  public int status() {
    return status;
  }
}
