package io.postrider.server.http.pages;

import io.postrider.server.http.RequestHead;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.ProblemCode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Serves the documentation site. Unknown paths answer 404: browsers get a page with the list of all
 * pages, others a problem. May be called from any thread.
 */
public final class DocsSite {

  /** The folder that the build puts the site into. */
  public static final String FOLDER = "io/postrider/server/docs/";

  /** The paths of the site. */
  public static final String PATHS = "/docs(?:/.*)?";

  private static final String ROOT = "/docs/";
  private static final String INDEX = "index.html";
  private static final String NOT_FOUND = "404.html";

  private final StaticFiles files;

  private DocsSite(StaticFiles files) {
    this.files = files;
  }

  /** The site of a folder; empty if the program was built without one. */
  public static Optional<DocsSite> find(String folder) {
    StaticFiles files = new StaticFiles(folder);
    return files.has(INDEX) ? Optional.of(new DocsSite(files)) : Optional.empty();
  }

  /** The file at a path. */
  public ApiResponse answer(ApiRequest call) {
    RequestHead head = call.head();
    if (!head.path().startsWith(ROOT)) {
      return new ApiResponse(308, Map.of("Location", ROOT), new byte[0]);
    }
    String name = head.path().substring(ROOT.length());
    return file(name.isEmpty() ? INDEX : name, head)
        .or(() -> notFound(head))
        .orElseThrow(() -> ApiException.of(ProblemCode.NOT_FOUND, "Nothing exists at this path."));
  }

  private Optional<ApiResponse> file(String name, RequestHead head) {
    return files.answer(
        name,
        head,
        Map.of(
            "Cache-Control", StaticFiles.REVALIDATE, "Content-Security-Policy", Dashboard.POLICY));
  }

  private Optional<ApiResponse> notFound(RequestHead head) {
    String accept = head.header("Accept");
    if (accept == null || !accept.contains("text/html")) {
      return Optional.empty();
    }
    return file(NOT_FOUND, head).map(DocsSite::withoutTag);
  }

  /** Without a tag, a browser never asks whether the missing page has changed. */
  private static ApiResponse withoutTag(ApiResponse page) {
    Map<String, String> headers = new LinkedHashMap<>(page.headers());
    headers.remove("ETag");
    return new ApiResponse(404, headers, page.body());
  }
}
