package io.postrider.server.http.pages;

import io.postrider.server.http.RequestHead;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.ProblemCode;
import java.util.Map;
import java.util.Optional;

/**
 * Serves the dashboard's files. Every path that may be a route of the dashboard answers with its
 * page, so that links work. May be called from any thread.
 */
public final class Dashboard {

  /** The folder that the build puts the files into. */
  public static final String FOLDER = "io/postrider/server/dashboard/";

  /** The dashboard's paths: all except those of the APIs, of operations, of web pages and docs. */
  public static final String PATHS =
      "(?!/(?:api|v1|health|metrics|openapi\\.json|analytics\\.js|analytics-next|docs)(?:/|$)).*";

  /** Allows only the program's own scripts and styles. */
  static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self';"
          + " img-src 'self' data:; connect-src 'self'; font-src 'self'; manifest-src 'self';"
          + " frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

  private static final String PAGE = "index.html";

  /** The names of assets change with their content. */
  private static final String ASSETS = "assets/";

  private final StaticFiles files;

  private Dashboard(StaticFiles files) {
    this.files = files;
  }

  /** The dashboard of a folder; empty if the program was built without one. */
  public static Optional<Dashboard> find(String folder) {
    StaticFiles files = new StaticFiles(folder);
    return files.has(PAGE) ? Optional.of(new Dashboard(files)) : Optional.empty();
  }

  /** The file at a path, or the page. */
  public ApiResponse answer(ApiRequest call) {
    RequestHead head = call.head();
    String name = head.path().replaceFirst("^/", "");
    return file(name, head)
        .or(() -> mayBeRoute(name, head) ? file(PAGE, head) : Optional.empty())
        .orElseThrow(() -> ApiException.of(ProblemCode.NOT_FOUND, "Nothing exists at this path."));
  }

  private Optional<ApiResponse> file(String name, RequestHead head) {
    String caching = name.startsWith(ASSETS) ? StaticFiles.IMMUTABLE : StaticFiles.REVALIDATE;
    return files.answer(
        name, head, Map.of("Cache-Control", caching, "Content-Security-Policy", POLICY));
  }

  /**
   * Only a browser opens a route. Others get 404, so that a health check of a wrong path does not
   * succeed. The start page is for everyone.
   */
  private static boolean mayBeRoute(String name, RequestHead head) {
    String accept = head.header("Accept");
    return name.isEmpty()
        || (!name.startsWith(ASSETS) && accept != null && accept.contains("text/html"));
  }
}
