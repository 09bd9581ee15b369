package io.postrider.server.commands.importer;

/** A line of the input: a call, or a text that is none. */
sealed interface ImportLine {

  /** Its number, counted from 1. */
  long number();

  /** The text, for the file of rejected lines. */
  String input();

  /**
   * A call.
   *
   * @param json the call as it is sent
   */
  record Call(long number, String input, String json) implements ImportLine {}

  /** A text that is no call. */
  record Broken(long number, String input, String code, String message) implements ImportLine {}
}
