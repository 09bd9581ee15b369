package io.postrider.server.commands;

import java.io.PrintWriter;

/** The standard output of commands that print until they are stopped. */
public final class StandardOutput {

  private StandardOutput() {}

  /**
   * Flushes the output, and returns whether nobody reads it any more.
   *
   * @param out writes to the standard output, which hides errors from it
   */
  public static boolean isClosed(PrintWriter out) {
    return out.checkError() || System.out.checkError();
  }
}
