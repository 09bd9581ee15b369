package io.postrider.server.http.admin;

/**
 * The body of a streamed response.
 *
 * <p>{@link #write} runs at most once, on a virtual thread, and may block. {@link #close} is called
 * after it returns, and while it runs if the client disconnects or the node stops: from any thread,
 * possibly more than once. It must not block.
 */
public interface StreamBody extends AutoCloseable {

  /**
   * Writes the body; it is complete when this returns. If this throws, the connection is closed, so
   * that the client does not take a part for the whole.
   */
  void write(Outlet out);

  /**
   * Makes {@link #write} end soon, and releases all resources. It returns if what was written is a
   * whole body; otherwise it throws {@link StreamEndedException}.
   */
  @Override
  void close();

  /** Sends chunks to the client. */
  interface Outlet {

    /**
     * Sends a chunk and waits until it is written to the connection.
     *
     * @throws StreamEndedException if the stream has ended
     */
    void write(byte[] chunk);
  }
}
