package io.postrider.server.http.admin;

/** The client of a stream disconnected, or the node stops. */
public final class StreamEndedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public StreamEndedException() {
    super("the stream has ended", null, false, false);
  }
}
