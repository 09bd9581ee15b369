package io.postrider.server.delivery.client;

import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Looks names up. May be asked from any thread and may answer on any. */
public interface Resolver extends AutoCloseable {

  /**
   * All addresses of a name, those to try first in front; never none.
   *
   * @return fails with an {@link java.net.UnknownHostException} if there is no answer
   */
  CompletionStage<List<InetAddress>> resolve(String name);

  @Override
  default void close() {}
}
