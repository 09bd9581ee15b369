package io.postrider.server.ingest.browser;

import io.postrider.route.Catalog;
import io.postrider.server.http.RequestHead;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.Endpoint;
import io.postrider.server.http.admin.ProblemCode;
import io.postrider.server.http.admin.Problems;
import io.postrider.server.http.admin.Reply;
import io.postrider.server.http.admin.Resource;
import io.postrider.server.http.admin.ResourceRouter;
import io.postrider.server.http.pages.StaticFiles;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The browser library and the parts that it loads later, at the addresses that the snippet of
 * Segment expects of its host. Any page may load them. The tracking API has the library's settings.
 * Runs on event loops.
 */
public final class BrowserRoutes {

  /** The folder that the build puts the library into. */
  static final String FOLDER = "io/postrider/server/browser/";

  private static final String LIBRARY = "analytics.min.js";
  private static final Pattern LIBRARY_PATH =
      Pattern.compile("/analytics\\.js/v1/([^/]+)/(?:platform/)?analytics(?:\\.min)?\\.js");
  private static final Pattern PART_PATH =
      Pattern.compile("/analytics-next/bundles/([\\w-]+\\.bundle\\.[0-9a-f]+\\.js)");

  /** Pages of any site may load a response and read it. */
  private static final Map<String, String> ANY_ORIGIN =
      Map.of("Access-Control-Allow-Origin", "*", "Cross-Origin-Resource-Policy", "cross-origin");

  private final Supplier<Catalog> catalog;
  private final InstantSource time;
  private final StaticFiles files = new StaticFiles(FOLDER);

  public BrowserRoutes(Supplier<Catalog> catalog, InstantSource time) {
    this.catalog = catalog;
    this.time = time;
  }

  /** Adds the routes. */
  public void mount(Vertx vertx, Router router) {
    open(vertx, router, "/analytics.js/*", this::library);
    open(vertx, router, "/analytics-next/*", this::part);
  }

  private static void open(Vertx vertx, Router router, String path, Endpoint endpoint) {
    Endpoint readable = call -> readable(endpoint, call);
    ResourceRouter.mountImmediate(vertx, router, Resource.open(path).on(HttpMethod.GET, readable));
  }

  /** A browser hides the status of a response that the page may not read. */
  private static Reply readable(Endpoint endpoint, ApiRequest call) {
    try {
      return endpoint.answer(call);
    } catch (ApiException failure) {
      ApiResponse problem = Problems.answer(failure);
      Map<String, String> headers = new LinkedHashMap<>(ANY_ORIGIN);
      headers.putAll(problem.headers());
      return new ApiResponse(problem.status(), headers, problem.body());
    }
  }

  /** The same bytes for every key: the library reads the key from its own address. */
  private ApiResponse library(ApiRequest call) {
    RequestHead head = call.head();
    if (catalog.get().sourceOf(group(LIBRARY_PATH, head), time.instant()) == null) {
      throw ApiException.of(ProblemCode.NOT_FOUND, "No source has this write key.");
    }
    return file(LIBRARY, head, StaticFiles.REVALIDATE);
  }

  private ApiResponse part(ApiRequest call) {
    RequestHead head = call.head();
    return file(group(PART_PATH, head), head, StaticFiles.IMMUTABLE);
  }

  private ApiResponse file(String name, RequestHead head, String caching) {
    return files.answer(name, head, withCaching(caching)).orElseThrow(BrowserRoutes::nothing);
  }

  private static String group(Pattern path, RequestHead head) {
    Matcher matcher = path.matcher(head.path());
    if (!matcher.matches()) {
      throw nothing();
    }
    return matcher.group(1);
  }

  private static ApiException nothing() {
    return ApiException.of(ProblemCode.NOT_FOUND, "Nothing exists at this path.");
  }

  private static Map<String, String> withCaching(String caching) {
    Map<String, String> headers = new LinkedHashMap<>(ANY_ORIGIN);
    headers.put("Cache-Control", caching);
    return headers;
  }
}
