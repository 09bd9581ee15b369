package io.postrider.bench.client;

/** A client library in use. Any thread may call. */
public interface Caller extends AutoCloseable {

  /** Makes one track call with a few properties, about 500 bytes as sent. */
  void track(long number);

  /** Waits until all messages are accepted; throws if one was not. */
  void awaitResponses();

  @Override
  void close();
}
