package io.postrider.server.http;

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
 * Serves {@link Resource}s: bodies are read on the event loop, endpoints answer on virtual threads.
 *
 * <p>Bounded: a body in size and time, and the number of requests being answered at once.
 */
public final class Resources {

  private final Vertx vertx;
  private final BodyReader bodies;
  private final int usualBodyBytes;
  private final Semaphore places;

  /**
   * Serves with these bounds.
   *
   * @param limits what a request may cost
   */
  public Resources(Vertx vertx, Limits limits) {
    this.vertx = vertx;
    this.bodies = new BodyReader(vertx, limits.bodyPatience());
    this.usualBodyBytes = limits.bodyBytes();
    this.places = new Semaphore(limits.requestsAtOnce());
  }

  /**
   * What a request may cost.
   *
   * @param bodyBytes the largest body, where a resource does not say otherwise
   * @param bodyPatience how long a body may take to arrive
   * @param requestsAtOnce how many are answered at once; the next one is answered 503
   */
  public record Limits(int bodyBytes, Duration bodyPatience, int requestsAtOnce) {

    public static final Limits DEFAULT = new Limits(64 * 1024, Duration.ofSeconds(10), 128);
  }

  /** Serves a resource on a router. */
  public void mount(Router router, Resource resource) {
    router.route(resource.path()).handler(context -> handle(context, resource));
  }

  /** Answers 404 to whatever a router has no resource for, and a problem to what fails in it. */
  public void mountRest(Router router) {
    router
        .route()
        .last()
        .handler(
            context ->
                fail(context, ApiException.of(ErrorCode.NOT_FOUND, "There is nothing here.")));
    router.route().failureHandler(context -> fail(context, failure(context)));
  }

  /** Answers with a problem; runs on the request's event loop. */
  public void fail(RoutingContext context, Throwable failure) {
    AnswerWriter.send(vertx, context.request(), Problems.answer(failure));
  }

  private static Throwable failure(RoutingContext context) {
    Throwable failure = context.failure();
    boolean senders =
        context.statusCode() == 400
            || (failure instanceof HttpException http && http.getStatusCode() == 400);
    if (senders) {
      return ApiException.of(ErrorCode.BAD_REQUEST, "The address is malformed.");
    }
    return failure == null
        ? new IllegalStateException("Failed with status " + context.statusCode())
        : failure;
  }

  private void handle(RoutingContext context, Resource resource) {
    HttpServerRequest request = context.request();
    Endpoint endpoint = resource.endpoint(request.method());
    if (endpoint == null) {
      refuseMethod(request, resource);
      return;
    }
    Map<String, String> path = Map.copyOf(context.pathParams());
    Map<String, List<String>> query = lists(context.queryParams());
    Context loop = vertx.getOrCreateContext();
    bodies
        .read(request, resource.bodyBytes() == 0 ? usualBodyBytes : resource.bodyBytes())
        .onFailure(failure -> loop.runOnContext(done -> fail(context, failure)))
        .onSuccess(
            body -> {
              Call call = new Call(path, query, request.getHeader("Content-Type"), body);
              answer(request, loop, endpoint, call);
            });
  }

  private void answer(HttpServerRequest request, Context loop, Endpoint endpoint, Call call) {
    if (!places.tryAcquire()) {
      Throwable busy =
          ApiException.unavailable("Too many requests at once.", Duration.ofSeconds(1));
      AnswerWriter.send(vertx, request, Problems.answer(busy));
      return;
    }
    Thread.ofVirtual()
        .name("admin")
        .start(
            () -> {
              Answer answer;
              try {
                answer = endpoint.answer(call);
              } catch (RuntimeException | Error failure) {
                answer = Problems.answer(failure);
              } finally {
                places.release();
              }
              Answer sent = answer;
              loop.runOnContext(done -> AnswerWriter.send(vertx, request, sent));
            });
  }

  private void refuseMethod(HttpServerRequest request, Resource resource) {
    Answer answer =
        request.method().equals(HttpMethod.OPTIONS)
            ? new Answer(204, Map.of("Allow", resource.allow()), new byte[0])
            : Problems.answer(
                ApiException.with(
                    ErrorCode.METHOD_NOT_ALLOWED,
                    "This path answers " + resource.allow() + ".",
                    "Allow",
                    resource.allow()));
    AnswerWriter.send(vertx, request, answer);
  }

  private static Map<String, List<String>> lists(MultiMap parameters) {
    Map<String, List<String>> lists = new HashMap<>();
    for (String name : parameters.names()) {
      lists.put(name, List.copyOf(parameters.getAll(name)));
    }
    return lists;
  }
}
