package io.postrider.bench.client;

/** A client library in use. Any thread may call. */
public interface Caller extends AutoCloseable {

  /** One track call with a few properties, about 500 bytes on the wire. */
  void track(long number);

  /** Returns when everything that was called has been accepted; throws if anything was not. */
  void awaitAnswers();

  @Override
  void close();
}
