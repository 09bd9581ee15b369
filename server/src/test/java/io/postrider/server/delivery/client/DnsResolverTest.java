package io.postrider.server.delivery.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class DnsResolverTest {

  private final AtomicInteger openings = new AtomicInteger();

  @Test
  void resolver_opensOnce_withTheFirstQuery() throws Exception {
    try (DnsResolver resolver = resolver(0)) {
      assertThat(openings).hasValue(0);
      assertThat(answer(resolver)).isNotEmpty().allMatch(InetAddress::isLoopbackAddress);
      assertThat(answer(resolver)).isNotEmpty();
      assertThat(openings).hasValue(1);
    }
  }

  @Test
  void queryAfterAFailedOpening_opensAgain() throws Exception {
    try (DnsResolver resolver = resolver(1)) {
      assertThatThrownBy(() -> answer(resolver))
          .isInstanceOf(ExecutionException.class)
          .cause()
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("no file is left");
      assertThat(answer(resolver)).isNotEmpty();
    }
  }

  @Test
  void nameThatCannotBeAsked_failsTheQuery() {
    try (DnsResolver resolver = resolver(0)) {
      assertThatThrownBy(() -> answer(resolver, "a".repeat(300)))
          .isInstanceOf(ExecutionException.class)
          .cause()
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void closedResolver_refusesQueries() {
    DnsResolver resolver = resolver(0);
    resolver.close();
    assertThatThrownBy(() -> answer(resolver))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("the resolver is closed");
    assertThat(openings).hasValue(0);
  }

  private DnsResolver resolver(int failures) {
    return new DnsResolver(
        () -> {
          if (openings.incrementAndGet() <= failures) {
            throw new IllegalStateException("no file is left");
          }
          return DnsResolver.Queries.open();
        });
  }

  private static List<InetAddress> answer(DnsResolver resolver) throws Exception {
    return answer(resolver, "localhost");
  }

  private static List<InetAddress> answer(DnsResolver resolver, String name) throws Exception {
    CompletableFuture<List<InetAddress>> answer = resolver.resolve(name).toCompletableFuture();
    return answer.get(30, TimeUnit.SECONDS);
  }
}
