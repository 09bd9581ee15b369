package io.postrider.server.http.admin;

import io.postrider.server.http.BodyBudget;
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
 * Serves {@link Resource}s: authenticates and reads bodies on the event loop, runs endpoints on
 * virtual threads. A request is authenticated and authorized before its body is read.
 *
 * <p>Limits the size and time of bodies, and the numbers of concurrent requests and streams.
 */
public final class ResourceRouter implements AutoCloseable {

  private final Vertx vertx;
  private final Authenticator authenticator;
  private final RequestBody bodies;
  private final int defaultBodyBytes;
  private final Semaphore places;
  private final OpenStreams streams;

  /**
   * A router with limits.
   *
   * @param authenticator authenticates requests to guarded resources
   * @param bodies the memory of request bodies
   */
  public ResourceRouter(
      Vertx vertx, Authenticator authenticator, Limits limits, BodyBudget bodies) {
    this.vertx = vertx;
    this.authenticator = authenticator;
    this.bodies = new RequestBody(vertx, limits.bodyTimeout(), bodies);
    this.defaultBodyBytes = limits.bodyBytes();
    this.places = new Semaphore(limits.requestsAtOnce());
    this.streams = new OpenStreams(vertx, limits.streamsAtOnce());
  }

  /**
   * The limits of requests.
   *
   * @param bodyBytes the largest body, unless a resource states another limit
   * @param bodyTimeout how long a body may take to arrive
   * @param requestsAtOnce the maximum concurrent requests; further ones get 503
   * @param streamsAtOnce the maximum concurrent streams; further ones get 503
   */
  public record Limits(int bodyBytes, Duration bodyTimeout, int requestsAtOnce, int streamsAtOnce) {

    public static final Limits DEFAULT = new Limits(64 * 1024, Duration.ofSeconds(10), 128, 128);

    /** The same with fewer concurrent requests and streams. */
    public Limits withAtOnce(int requests) {
      return new Limits(bodyBytes, bodyTimeout, requests, Math.min(streamsAtOnce, requests));
    }
  }

  /** Serves a resource on a router. */
  public void mount(Router router, Resource resource) {
    router.route(resource.path()).handler(context -> handle(context, resource));
  }

  /**
   * Serves a resource on the event loop, without authentication and without the request's body, so
   * that it responds even when all request slots are taken.
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
            throw new IllegalStateException("an immediate endpoint cannot stream");
      };
    } catch (RuntimeException failure) {
      return Problems.answer(failure);
    }
  }

  /** Serves a resource on every path that a regular expression matches. */
  public void mountMatching(Router router, String regex, Resource resource) {
    router.routeWithRegex(regex).handler(context -> handle(context, resource));
  }

  /** Answers 404 for unknown paths, and a problem for failures. */
  public void mountRest(Router router) {
    router.route().last().handler(context -> fail(context, nothingHere()));
    router.route().failureHandler(context -> fail(context, failure(context)));
  }

  /** The same, but a request to an unknown path must be authenticated. */
  public void mountGuardedRest(Router router) {
    router
        .route()
        .last()
        .handler(
            context -> {
              Caller _ = authenticator.authenticate(RequestHead.of(context.request()));
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
    boolean clientError =
        context.statusCode() == 400
            || (failure instanceof HttpException http && http.getStatusCode() == 400);
    if (clientError) {
      return ApiException.of(ProblemCode.BAD_REQUEST, "The URL is malformed.");
    }
    return failure == null
        ? new IllegalStateException("Failed with status " + context.statusCode())
        : failure;
  }

  /** Exceptions become problems in the router's failure handler. */
  private void handle(RoutingContext context, Resource resource) {
    HttpServerRequest request = context.request();
    RequestHead head = RequestHead.of(request);
    Caller caller = resource.guarded() ? authenticator.authenticate(head) : Caller.ANYONE;
    Endpoint endpoint = resource.endpoint(request.method());
    if (endpoint == null) {
      ResponseWriter.send(vertx, request, refusal(request.method(), resource));
      return;
    }
    resource.check(request.method(), caller);
    Map<String, String> path = PathValue.all(resource.path(), head.path());
    Map<String, List<String>> query = lists(context.queryParams());
    Context loop = vertx.getOrCreateContext();
    bodies
        .read(
            request,
            resource.bodyBytes() == 0 ? defaultBodyBytes : resource.bodyBytes(),
            resource.guarded())
        // at once: the connection is closed after a body that is not valid HTTP
        .onFailure(failure -> fail(context, failure))
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

  /** Ends open streams. */
  @Override
  public void close() {
    streams.close();
  }

  /** The response to a method that the path does not support. */
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
