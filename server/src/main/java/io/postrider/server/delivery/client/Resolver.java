package io.postrider.server.delivery.client;

import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Resolves host names. May be called from any thread and completes on any. */
public interface Resolver extends AutoCloseable {

  /**
   * All addresses of a name, in the order to try them; never empty.
   *
   * @return fails with {@link java.net.UnknownHostException} without an answer
   */
  CompletionStage<List<InetAddress>> resolve(String name);

  @Override
  default void close() {}
}
