package io.postrider.server.delivery.client;

import static java.util.Objects.requireNonNullElse;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.resolver.ResolvedAddressTypes;
import io.netty.resolver.dns.DnsNameResolver;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.resolver.dns.NoopAuthoritativeDnsServerCache;
import io.netty.resolver.dns.NoopDnsCache;
import io.netty.resolver.dns.NoopDnsCnameCache;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Resolves names by the configuration of the machine: its hosts file, then the name servers and
 * search domains of {@code resolv.conf}. IPv4 addresses come first.
 *
 * <p>One thread sends all queries without blocking, so a slow name server delays only its own
 * names. It begins with the first query, because a start must not wait for it. Does not cache.
 */
public final class DnsResolver implements Resolver {

  /** The timeout of one query to one server; the next server follows. */
  private static final int QUERY_TIMEOUT_MILLIS = 1_500;

  private static final int MAX_QUERIES = 8;

  private final Supplier<Queries> opening;
  private @Nullable CompletableFuture<Queries> queries;
  private boolean closed;

  /**
   * @param opening may block and fail; a later query tries again
   */
  DnsResolver(Supplier<Queries> opening) {
    this.opening = opening;
  }

  public static DnsResolver open() {
    return new DnsResolver(Queries::open);
  }

  @Override
  public CompletionStage<List<InetAddress>> resolve(String name) {
    CompletableFuture<List<InetAddress>> answer = new CompletableFuture<>();
    var _ =
        queries()
            .whenComplete(
                (open, failure) -> {
                  if (open == null) {
                    answer.completeExceptionally(requireNonNullElse(failure.getCause(), failure));
                  } else {
                    open.resolve(name, answer);
                  }
                });
    return answer;
  }

  private synchronized CompletableFuture<Queries> queries() {
    if (closed) {
      return CompletableFuture.failedFuture(new IllegalStateException("the resolver is closed"));
    }
    if (queries == null || queries.isCompletedExceptionally()) {
      queries = CompletableFuture.supplyAsync(opening);
    }
    return queries;
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (queries != null) {
      var _ = queries.thenAccept(Queries::close);
    }
  }

  /** The thread that sends queries. */
  record Queries(EventLoopGroup loop, DnsNameResolver resolver) {

    static Queries open() {
      EventLoopGroup loop =
          new MultiThreadIoEventLoopGroup(
              1, new DefaultThreadFactory("dns", true), NioIoHandler.newFactory());
      try {
        return new Queries(loop, resolver(loop.next()));
      } catch (RuntimeException | Error failure) {
        stop(loop); // each query tries again
        throw failure;
      }
    }

    private static DnsNameResolver resolver(EventLoop loop) {
      return new DnsNameResolverBuilder(loop)
          .datagramChannelType(NioDatagramChannel.class)
          .socketChannelType(NioSocketChannel.class, true)
          .resolvedAddressTypes(ResolvedAddressTypes.IPV4_PREFERRED)
          // the address guard checks every address
          .completeOncePreferredResolved(false)
          .queryTimeoutMillis(QUERY_TIMEOUT_MILLIS)
          .maxQueriesPerResolve(MAX_QUERIES)
          .resolveCache(NoopDnsCache.INSTANCE)
          .cnameCache(NoopDnsCnameCache.INSTANCE)
          .authoritativeDnsServerCache(NoopAuthoritativeDnsServerCache.INSTANCE)
          .build();
    }

    void resolve(String name, CompletableFuture<List<InetAddress>> answer) {
      try {
        var _ =
            resolver
                .resolveAll(name)
                .addListener((Future<List<InetAddress>> asked) -> settle(asked, answer));
      } catch (RuntimeException refused) {
        answer.completeExceptionally(refused);
      }
    }

    private static void settle(
        Future<List<InetAddress>> asked, CompletableFuture<List<InetAddress>> answer) {
      @Nullable List<InetAddress> addresses = asked.isSuccess() ? asked.getNow() : null;
      if (addresses != null && !addresses.isEmpty()) {
        answer.complete(addresses);
      } else {
        Throwable cause = asked.cause();
        answer.completeExceptionally(
            cause == null ? new UnknownHostException("the name has no address") : cause);
      }
    }

    void close() {
      resolver.close();
      stop(loop);
    }

    private static void stop(EventLoopGroup loop) {
      var _ = loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
  }
}
