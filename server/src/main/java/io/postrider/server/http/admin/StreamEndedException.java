package io.postrider.server.http.admin;

/** Nobody takes the pieces of an answer any more. */
public final class StreamEndedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public StreamEndedException() {
    super("the stream has ended", null, false, false);
  }
}
