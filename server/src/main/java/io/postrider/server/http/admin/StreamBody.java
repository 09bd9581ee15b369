package io.postrider.server.http.admin;

/**
 * What writes the body of an answer piece by piece.
 *
 * <p>{@link #write} runs once at most, on a virtual thread, and may block. {@link #close} is called
 * once it has returned, and also while it runs if the client is gone or the program stops; from any
 * thread, more than once, and it must not block.
 */
public interface StreamBody extends AutoCloseable {

  /**
   * Writes the body; it is complete when this returns. If this throws, the connection is cut, so
   * that nobody takes what there is for the whole.
   */
  void write(Outlet out);

  /** Makes {@link #write} return soon, if it waits for something, and lets go of everything. */
  @Override
  void close();

  /** Where pieces go. */
  interface Outlet {

    /**
     * Sends a piece and waits until it has left.
     *
     * @throws StreamEndedException if nothing can be sent any more
     */
    void write(byte[] piece);
  }
}
