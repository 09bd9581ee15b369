package io.postrider.bench.client;

/**
 * A client library in use. Any thread may call; {@link #close} returns when everything that was
 * called has been accepted, or throws.
 */
public interface Caller extends AutoCloseable {

  /** One track call with a few properties, about 500 bytes on the wire. */
  void track(long number);

  @Override
  void close();
}
