package io.postrider.message;

/** Generates IDs for messages without one: unique, in printable ASCII. */
@FunctionalInterface
public interface MessageIdGenerator {

  /** Returns a new ID. */
  String next();
}
