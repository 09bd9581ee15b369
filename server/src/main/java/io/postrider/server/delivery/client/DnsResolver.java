package io.postrider.server.delivery.client;

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
import org.jspecify.annotations.Nullable;

/**
 * Resolves names by the configuration of the machine: its hosts file, then the name servers and
 * search domains of {@code resolv.conf}. IPv4 addresses come first.
 *
 * <p>One thread sends all queries without blocking, so a slow name server delays only its own
 * names. Does not cache.
 */
public final class DnsResolver implements Resolver {

  /** The timeout of one query to one server; the next server follows. */
  private static final int QUERY_TIMEOUT_MILLIS = 1_500;

  private static final int MAX_QUERIES = 8;

  private final EventLoopGroup loop;
  private final DnsNameResolver resolver;

  private DnsResolver(EventLoopGroup loop, DnsNameResolver resolver) {
    this.loop = loop;
    this.resolver = resolver;
  }

  public static DnsResolver open() {
    EventLoopGroup loop =
        new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("dns", true), NioIoHandler.newFactory());
    DnsNameResolver resolver =
        new DnsNameResolverBuilder(loop.next())
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
    return new DnsResolver(loop, resolver);
  }

  @Override
  public CompletionStage<List<InetAddress>> resolve(String name) {
    CompletableFuture<List<InetAddress>> answer = new CompletableFuture<>();
    var _ =
        resolver
            .resolveAll(name)
            .addListener((Future<List<InetAddress>> asked) -> settle(asked, answer));
    return answer;
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

  @Override
  public void close() {
    resolver.close();
    var _ = loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }
}
