package io.postrider.server.delivery.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Caching of look-ups and its bounds. */
class CachedResolverTest {

  private final FakeResolver source = new FakeResolver().with("a.example", "192.0.2.1");
  private Instant now = Instant.EPOCH;
  private final CachedResolver resolver = new CachedResolver(source, () -> now);

  private void pass(Duration time) {
    now = now.plus(time);
  }

  private static <T> CompletableFuture<T> future(CompletionStage<T> stage) {
    return stage.toCompletableFuture();
  }

  @Test
  void answer_isCached() {
    assertThat(future(resolver.resolve("a.example")))
        .isCompletedWithValue(List.of(InetAddress.ofLiteral("192.0.2.1")));
    pass(CachedResolver.POSITIVE_TTL.minusMillis(1));
    assertThat(future(resolver.resolve("a.example"))).isCompleted();
    assertThat(source.asked()).hasSize(1);
    pass(Duration.ofMillis(1));
    source.with("a.example", "192.0.2.2");
    assertThat(future(resolver.resolve("a.example")))
        .isCompletedWithValue(List.of(InetAddress.ofLiteral("192.0.2.2")));
    assertThat(source.asked()).hasSize(2);
  }

  @Test
  void failure_isCachedBriefly() {
    assertThat(future(resolver.resolve("b.example"))).isCompletedExceptionally();
    assertThat(future(resolver.resolve("b.example"))).isCompletedExceptionally();
    assertThat(source.asked()).hasSize(1);
    pass(CachedResolver.NEGATIVE_TTL);
    source.with("b.example", "192.0.2.3");
    assertThat(future(resolver.resolve("b.example"))).isCompleted();
  }

  @Test
  void concurrentLookUpsOfOneName_areOne() {
    CompletableFuture<List<InetAddress>> answer = source.pending("c.example");
    CompletableFuture<List<InetAddress>> first = future(resolver.resolve("c.example"));
    CompletableFuture<List<InetAddress>> second = future(resolver.resolve("c.example"));
    assertThat(source.asked()).hasSize(1);
    answer.complete(List.of(InetAddress.ofLiteral("192.0.2.4")));
    assertThat(first).isCompleted();
    assertThat(second).isCompleted();
  }

  @Test
  void pendingLookUps_areBounded() {
    for (int i = 0; i < CachedResolver.MAX_PENDING; i++) {
      var _ = source.pending(i + ".example");
      assertThat(future(resolver.resolve(i + ".example"))).isNotDone();
    }
    assertThat(future(resolver.resolve("a.example"))).isCompletedExceptionally();
    assertThat(source.asked()).hasSize(CachedResolver.MAX_PENDING);
  }

  @Test
  void cachedNames_areBounded() {
    for (int i = 0; i < CachedResolver.MAX_NAMES + 10; i++) {
      source.with(i + ".example", "192.0.2.5");
      assertThat(future(resolver.resolve(i + ".example"))).isCompleted();
    }
    assertThat(resolver.names()).isEqualTo(CachedResolver.MAX_NAMES);
  }

  @Test
  void realResolver_readsTheHostsFile() {
    try (DnsResolver dns = DnsResolver.open()) {
      List<InetAddress> addresses = ClientTests.await(future(dns.resolve("localhost")));
      assertThat(addresses).isNotEmpty().allMatch(InetAddress::isLoopbackAddress);
    }
  }
}
