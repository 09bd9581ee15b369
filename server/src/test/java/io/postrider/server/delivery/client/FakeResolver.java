package io.postrider.server.delivery.client;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Resolves names to addresses that the test sets. */
final class FakeResolver implements Resolver {

  private final Map<String, CompletableFuture<List<InetAddress>>> answers =
      new ConcurrentHashMap<>();
  private final List<String> asked = Collections.synchronizedList(new ArrayList<>());

  FakeResolver with(String name, String... addresses) {
    List<InetAddress> found = Stream.of(addresses).map(InetAddress::ofLiteral).toList();
    answers.put(name, CompletableFuture.completedFuture(found));
    return this;
  }

  /** A name whose look-up ends when the test completes it. */
  CompletableFuture<List<InetAddress>> pending(String name) {
    CompletableFuture<List<InetAddress>> answer = new CompletableFuture<>();
    answers.put(name, answer);
    return answer;
  }

  /** The names that were asked for. */
  List<String> asked() {
    synchronized (asked) {
      return List.copyOf(asked);
    }
  }

  @Override
  public CompletionStage<List<InetAddress>> resolve(String name) {
    asked.add(name);
    CompletableFuture<List<InetAddress>> answer = answers.get(name);
    return answer != null ? answer : CompletableFuture.failedFuture(new UnknownHostException(name));
  }
}
