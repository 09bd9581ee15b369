package io.postrider.server.http.admin;

import io.vertx.core.http.HttpMethod;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One path with the endpoint and the required role of each method. HEAD comes with GET, OPTIONS
 * with every path. By default GET needs a viewer and every other method an editor.
 *
 * @param path a vertx-web route such as {@code /sources/:id}
 * @param guarded whether the caller must be authenticated
 * @param roles the role that each method needs
 * @param bodyBytes the largest body; 0 for the default
 */
public record Resource(
    String path,
    boolean guarded,
    Map<HttpMethod, Endpoint> endpoints,
    Map<HttpMethod, AccessRole> roles,
    int bodyBytes) {

  public Resource {
    endpoints = Collections.unmodifiableMap(new LinkedHashMap<>(endpoints));
    roles = Map.copyOf(roles);
  }

  /** A path without endpoints. */
  public static Resource at(String path) {
    return new Resource(path, true, Map.of(), Map.of(), 0);
  }

  /** A path without endpoints that needs no authentication. */
  public static Resource open(String path) {
    return new Resource(path, false, Map.of(), Map.of(), 0);
  }

  /** The same path with one more method. */
  public Resource on(HttpMethod method, Endpoint endpoint) {
    boolean reads = method.equals(HttpMethod.GET);
    return on(method, reads ? AccessRole.VIEWER : AccessRole.EDITOR, endpoint);
  }

  /** The same path with one more method that needs a role. */
  public Resource on(HttpMethod method, AccessRole needed, Endpoint endpoint) {
    Map<HttpMethod, Endpoint> more = new LinkedHashMap<>(endpoints);
    more.put(method, endpoint);
    Map<HttpMethod, AccessRole> needs = new LinkedHashMap<>(roles);
    needs.put(method, needed);
    return new Resource(path, guarded, more, needs, bodyBytes);
  }

  /** The same path with another body limit. */
  public Resource withBodies(int mostBytes) {
    return new Resource(path, guarded, endpoints, roles, mostBytes);
  }

  /** The same path with every endpoint wrapped. */
  public Resource mapped(UnaryOperator<Endpoint> change) {
    Map<HttpMethod, Endpoint> changed = new LinkedHashMap<>();
    endpoints.forEach((method, endpoint) -> changed.put(method, change.apply(endpoint)));
    return new Resource(path, guarded, changed, roles, bodyBytes);
  }

  @Nullable Endpoint endpoint(HttpMethod method) {
    return endpoints.get(answering(method));
  }

  /** Throws unless the caller's role allows the method. */
  void check(HttpMethod method, Caller caller) {
    AccessRole needed = roles.getOrDefault(answering(method), AccessRole.ADMIN);
    if (guarded && !caller.role().covers(needed)) {
      throw ApiException.of(
          ProblemCode.FORBIDDEN,
          "This requires the role %s; yours is %s."
              .formatted(needed.wireName(), caller.role().wireName()));
    }
  }

  private static HttpMethod answering(HttpMethod method) {
    return method.equals(HttpMethod.HEAD) ? HttpMethod.GET : method;
  }

  /** The value of the Allow header. */
  String allow() {
    Stream<String> implied =
        endpoints.containsKey(HttpMethod.GET) ? Stream.of("HEAD", "OPTIONS") : Stream.of("OPTIONS");
    return Stream.concat(endpoints.keySet().stream().map(HttpMethod::name), implied)
        .collect(Collectors.joining(", "));
  }
}
