package io.postrider.message;

/** Makes ids for messages that came without one: printable ASCII, no two alike. */
@FunctionalInterface
public interface MessageIdGenerator {

  /** A new id. */
  String next();
}
