package io.postrider.bench.load;

/** A track call of an exact size: many short properties, as large events have. */
final class SizedEvent {
  private static final String PROPERTIES = ",\"properties\":{\"p\":\"";
  private static final String END = "\"}}";

  private SizedEvent() {}

  /** The call; as short as possible if that is longer than the size. */
  static String of(int size, String user, String messageId) {
    StringBuilder event =
        new StringBuilder(size)
            .append("{\"type\":\"track\",\"event\":\"E\",\"userId\":\"")
            .append(user)
            .append("\",\"messageId\":\"")
            .append(messageId)
            .append('"');
    if (event.length() + PROPERTIES.length() + END.length() > size) {
      return event.append('}').toString();
    }
    event.append(PROPERTIES);
    for (int i = 0; ; i++) {
      String property = "value %04d\",\"k%04d\":\"".formatted(i, i);
      if (event.length() + property.length() + END.length() > size) {
        break;
      }
      event.append(property);
    }
    return event.append("x".repeat(size - event.length() - END.length())).append(END).toString();
  }
}
