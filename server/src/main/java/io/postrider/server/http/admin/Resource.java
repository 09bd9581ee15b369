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
 * One path, what answers each of its methods, and who may call them. HEAD comes with GET, OPTIONS
 * with every path.
 *
 * <p>Unless it says otherwise, reading needs a viewer and everything else an editor.
 *
 * @param path in the form of a vertx-web route: {@code /sources/:id}
 * @param guarded whether a {@link Authenticator} must know the caller
 * @param roles the role that each method needs
 * @param bodyBytes the largest body it takes; 0 for what is usual
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

  /** A path that answers nothing yet. */
  public static Resource at(String path) {
    return new Resource(path, true, Map.of(), Map.of(), 0);
  }

  /** A path that answers nothing yet, and will answer anyone. */
  public static Resource open(String path) {
    return new Resource(path, false, Map.of(), Map.of(), 0);
  }

  /** The same path, answering one method more. */
  public Resource on(HttpMethod method, Endpoint endpoint) {
    boolean reads = method.equals(HttpMethod.GET);
    return on(method, reads ? AccessRole.VIEWER : AccessRole.EDITOR, endpoint);
  }

  /** The same path, answering one method more to those of a role. */
  public Resource on(HttpMethod method, AccessRole needed, Endpoint endpoint) {
    Map<HttpMethod, Endpoint> more = new LinkedHashMap<>(endpoints);
    more.put(method, endpoint);
    Map<HttpMethod, AccessRole> needs = new LinkedHashMap<>(roles);
    needs.put(method, needed);
    return new Resource(path, guarded, more, needs, bodyBytes);
  }

  /** The same path, taking bodies of another size. */
  public Resource withBodies(int mostBytes) {
    return new Resource(path, guarded, endpoints, roles, mostBytes);
  }

  /** The same path, with every endpoint changed in the same manner. */
  public Resource mapped(UnaryOperator<Endpoint> change) {
    Map<HttpMethod, Endpoint> changed = new LinkedHashMap<>();
    endpoints.forEach((method, endpoint) -> changed.put(method, change.apply(endpoint)));
    return new Resource(path, guarded, changed, roles, bodyBytes);
  }

  @Nullable Endpoint endpoint(HttpMethod method) {
    return endpoints.get(answering(method));
  }

  /** Throws unless the caller may call the method, which the path answers. */
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

  /** The methods that the path answers, as the Allow header lists them. */
  String allow() {
    Stream<String> implied =
        endpoints.containsKey(HttpMethod.GET) ? Stream.of("HEAD", "OPTIONS") : Stream.of("OPTIONS");
    return Stream.concat(endpoints.keySet().stream().map(HttpMethod::name), implied)
        .collect(Collectors.joining(", "));
  }
}
