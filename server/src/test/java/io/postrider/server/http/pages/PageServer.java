package io.postrider.server.http.pages;

import io.postrider.server.http.BodyBudget;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.Endpoint;
import io.postrider.server.http.admin.ProblemCode;
import io.postrider.server.http.admin.Resource;
import io.postrider.server.http.admin.ResourceRouter;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.TimeUnit;

/** A server of pages only, and a client of it. */
final class PageServer {

  private final Vertx vertx;
  private final HttpServer server;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private PageServer(Vertx vertx, HttpServer server) {
    this.vertx = vertx;
    this.server = server;
  }

  /**
   * Starts a server on a free port.
   *
   * @param paths the pattern of the pages' paths
   */
  static PageServer start(String paths, Endpoint pages) throws Exception {
    Vertx vertx = Vertx.vertx();
    ResourceRouter resources =
        new ResourceRouter(
            vertx,
            head -> {
              throw ApiException.of(ProblemCode.UNAUTHORIZED, "no tokens");
            },
            ResourceRouter.Limits.DEFAULT,
            new BodyBudget(1 << 20));
    Router router = Router.router(vertx);
    resources.mountMatching(router, paths, Resource.open("/").on(HttpMethod.GET, pages));
    resources.mountRest(router);
    HttpServer server =
        vertx
            .createHttpServer()
            .requestHandler(router)
            .listen(0, "127.0.0.1")
            .await(60, TimeUnit.SECONDS);
    return new PageServer(vertx, server);
  }

  /** A request without a body; headers as name, value, name, value. */
  <T> HttpResponse<T> send(
      String method, String path, HttpResponse.BodyHandler<T> body, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.actualPort() + path))
            .method(method, HttpRequest.BodyPublishers.noBody());
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), body);
  }

  /** The value of a header; empty without one. */
  static String header(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }

  void stop() throws Exception {
    client.close();
    vertx.close().await(60, TimeUnit.SECONDS);
  }
}
