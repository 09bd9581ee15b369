package io.postrider.server.http;

import io.vertx.core.http.HttpMethod;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One path and what answers each of its methods. HEAD comes with GET, OPTIONS with every path.
 *
 * @param path in the form of a vertx-web route: {@code /sources/:id}
 * @param bodyBytes the largest body it takes; 0 for what is usual
 */
public record Resource(String path, Map<HttpMethod, Endpoint> endpoints, int bodyBytes) {

  public Resource {
    endpoints = Collections.unmodifiableMap(new LinkedHashMap<>(endpoints));
  }

  /** A path that answers nothing yet. */
  public static Resource at(String path) {
    return new Resource(path, Map.of(), 0);
  }

  /** The same path, answering one method more. */
  public Resource on(HttpMethod method, Endpoint endpoint) {
    Map<HttpMethod, Endpoint> more = new LinkedHashMap<>(endpoints);
    more.put(method, endpoint);
    return new Resource(path, more, bodyBytes);
  }

  /** The same path, taking bodies of another size. */
  public Resource withBodies(int mostBytes) {
    return new Resource(path, endpoints, mostBytes);
  }

  /** The same path, with every endpoint changed in the same manner. */
  public Resource mapped(UnaryOperator<Endpoint> change) {
    Map<HttpMethod, Endpoint> changed = new LinkedHashMap<>();
    endpoints.forEach((method, endpoint) -> changed.put(method, change.apply(endpoint)));
    return new Resource(path, changed, bodyBytes);
  }

  @Nullable Endpoint endpoint(HttpMethod method) {
    return endpoints.get(method.equals(HttpMethod.HEAD) ? HttpMethod.GET : method);
  }

  /** The methods that the path answers, as the Allow header lists them. */
  String allow() {
    Stream<String> implied =
        endpoints.containsKey(HttpMethod.GET) ? Stream.of("HEAD", "OPTIONS") : Stream.of("OPTIONS");
    return Stream.concat(endpoints.keySet().stream().map(HttpMethod::name), implied)
        .collect(Collectors.joining(", "));
  }
}
