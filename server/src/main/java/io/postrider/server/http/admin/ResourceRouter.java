package io.postrider.server.http.admin;

import io.postrider.server.http.RequestHead;
import io.vertx.core.Context;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.HttpException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;

/**
 * Serves {@link Resource}s: callers are let in and bodies read on the event loop, endpoints answer
 * on virtual threads. Whoever is refused is refused before his body is read.
 *
 * <p>Bounded: a body in size and time, and the numbers of requests being answered and of streams.
 */
public final class ResourceRouter implements AutoCloseable {

  private final Vertx vertx;
  private final Authenticator gatekeeper;
  private final RequestBody bodies;
  private final int usualBodyBytes;
  private final Semaphore places;
  private final OpenStreams streams;

  /**
   * Serves with these bounds.
   *
   * @param gatekeeper who lets callers in where a resource is guarded
   * @param limits what a request may cost
   */
  public ResourceRouter(Vertx vertx, Authenticator gatekeeper, Limits limits) {
    this.vertx = vertx;
    this.gatekeeper = gatekeeper;
    this.bodies = new RequestBody(vertx, limits.bodyPatience());
    this.usualBodyBytes = limits.bodyBytes();
    this.places = new Semaphore(limits.requestsAtOnce());
    this.streams = new OpenStreams(vertx, limits.streamsAtOnce());
  }

  /**
   * What a request may cost.
   *
   * @param bodyBytes the largest body, where a resource does not say otherwise
   * @param bodyPatience how long a body may take to arrive
   * @param requestsAtOnce how many are answered at once; the next one is answered 503
   * @param streamsAtOnce how many streamed answers are sent at once; likewise
   */
  public record Limits(
      int bodyBytes, Duration bodyPatience, int requestsAtOnce, int streamsAtOnce) {

    public static final Limits DEFAULT = new Limits(64 * 1024, Duration.ofSeconds(10), 128, 128);
  }

  /** Serves a resource on a router. */
  public void mount(Router router, Resource resource) {
    router.route(resource.path()).handler(context -> handle(context, resource));
  }

  /**
   * Serves a resource that answers anyone at once, on the event loop and without its request's
   * body: however busy the node is.
   */
  public static void mountImmediate(Vertx vertx, Router router, Resource resource) {
    router
        .route(resource.path())
        .handler(
            context -> {
              HttpServerRequest request = context.request();
              Endpoint endpoint = resource.endpoint(request.method());
              ResponseWriter.send(
                  vertx,
                  request,
                  endpoint == null
                      ? refusal(request.method(), resource)
                      : immediate(endpoint, RequestHead.of(request)));
            });
  }

  private static ApiResponse immediate(Endpoint endpoint, RequestHead head) {
    ApiRequest call = new ApiRequest(Caller.ANYONE, head, Map.of(), Map.of(), new byte[0]);
    try {
      return switch (endpoint.answer(call)) {
        case ApiResponse answer -> answer;
        case StreamedResponse _ ->
            throw new IllegalStateException("A stream is not answered at once");
      };
    } catch (RuntimeException failure) {
      return Problems.answer(failure);
    }
  }

  /** Serves a resource on every path that a regular expression matches. */
  public void mountMatching(Router router, String regex, Resource resource) {
    router.routeWithRegex(regex).handler(context -> handle(context, resource));
  }

  /** Answers 404 to whatever a router has no resource for, and a problem to what fails in it. */
  public void mountRest(Router router) {
    router.route().last().handler(context -> fail(context, nothingHere()));
    router.route().failureHandler(context -> fail(context, failure(context)));
  }

  /** The same, but only a caller who is let in learns what is not there. */
  public void mountGuardedRest(Router router) {
    router
        .route()
        .last()
        .handler(
            context -> {
              Caller _ = gatekeeper.admit(RequestHead.of(context.request()));
              fail(context, nothingHere());
            });
    router.route().failureHandler(context -> fail(context, failure(context)));
  }

  private static ApiException nothingHere() {
    return ApiException.of(ProblemCode.NOT_FOUND, "Nothing exists at this path.");
  }

  /** Answers with a problem; runs on the request's event loop. */
  private void fail(RoutingContext context, Throwable failure) {
    ResponseWriter.send(vertx, context.request(), Problems.answer(failure));
  }

  private static Throwable failure(RoutingContext context) {
    Throwable failure = context.failure();
    boolean senders =
        context.statusCode() == 400
            || (failure instanceof HttpException http && http.getStatusCode() == 400);
    if (senders) {
      return ApiException.of(ProblemCode.BAD_REQUEST, "The URL is malformed.");
    }
    return failure == null
        ? new IllegalStateException("Failed with status " + context.statusCode())
        : failure;
  }

  /** What is thrown here becomes a problem in the router's failure handler. */
  private void handle(RoutingContext context, Resource resource) {
    HttpServerRequest request = context.request();
    RequestHead head = RequestHead.of(request);
    Caller caller = resource.guarded() ? gatekeeper.admit(head) : Caller.ANYONE;
    Endpoint endpoint = resource.endpoint(request.method());
    if (endpoint == null) {
      ResponseWriter.send(vertx, request, refusal(request.method(), resource));
      return;
    }
    resource.check(request.method(), caller);
    Map<String, String> path = Map.copyOf(context.pathParams());
    Map<String, List<String>> query = lists(context.queryParams());
    Context loop = vertx.getOrCreateContext();
    bodies
        .read(request, resource.bodyBytes() == 0 ? usualBodyBytes : resource.bodyBytes())
        .onFailure(failure -> loop.runOnContext(done -> fail(context, failure)))
        .onSuccess(
            body ->
                answer(request, loop, endpoint, new ApiRequest(caller, head, path, query, body)));
  }

  private void answer(HttpServerRequest request, Context loop, Endpoint endpoint, ApiRequest call) {
    if (!places.tryAcquire()) {
      Throwable busy =
          ApiException.unavailable("Too many concurrent requests.", Duration.ofSeconds(1));
      ResponseWriter.send(vertx, request, Problems.answer(busy));
      return;
    }
    Thread.ofVirtual()
        .name("admin")
        .start(
            () -> {
              Reply reply;
              try {
                reply = endpoint.answer(call);
              } catch (RuntimeException | Error failure) {
                reply = Problems.answer(failure);
              } finally {
                places.release();
              }
              switch (reply) {
                case ApiResponse whole ->
                    loop.runOnContext(done -> ResponseWriter.send(vertx, request, whole));
                case StreamedResponse streamed -> streams.send(request, loop, streamed);
              }
            });
  }

  /** Ends the streamed answers that are under way. */
  @Override
  public void close() {
    streams.close();
  }

  /** What a method gets that the path does not answer. */
  private static ApiResponse refusal(HttpMethod method, Resource resource) {
    return method.equals(HttpMethod.OPTIONS)
        ? new ApiResponse(204, Map.of("Allow", resource.allow()), new byte[0])
        : Problems.answer(
            ApiException.with(
                ProblemCode.METHOD_NOT_ALLOWED,
                "This path supports " + resource.allow() + ".",
                "Allow",
                resource.allow()));
  }

  private static Map<String, List<String>> lists(MultiMap parameters) {
    Map<String, List<String>> lists = new HashMap<>();
    for (String name : parameters.names()) {
      lists.put(name, List.copyOf(parameters.getAll(name)));
    }
    return lists;
  }
}
