package io.postrider.server.http.pages;

import io.postrider.server.http.RequestHead;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.ApiResponse;
import io.postrider.server.http.admin.ProblemCode;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Serves the dashboard's files from the class path. Every path that may be a route of the dashboard
 * answers with its page, so that links work.
 *
 * <p>May be called from any thread. It blocks on the first read of a file and caches it; the cache
 * holds at most the files that were built.
 */
public final class Dashboard {

  /** The folder that the build puts the files into. */
  public static final String FOLDER = "io/postrider/server/dashboard/";

  /** The dashboard's paths: all except those of the APIs and of operations. */
  public static final String PATHS = "(?!/(?:api|v1|health|metrics|openapi\\.json)(?:/|$)).*";

  /** Allows only the dashboard's own scripts and styles. */
  static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self';"
          + " img-src 'self' data:; connect-src 'self'; font-src 'self'; manifest-src 'self';"
          + " frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

  private static final String PAGE = "index.html";
  private static final String ASSETS = "assets/";

  /** The names of assets change with their content; other files are revalidated. */
  private static final String IMMUTABLE = "public, max-age=31536000, immutable";

  private static final String REVALIDATE = "no-cache";

  private static final Pattern FILE =
      Pattern.compile("(?:[\\w@-][\\w.@-]*/)*[\\w@-][\\w.@-]*\\.\\w+");

  private static final Map<String, String> TYPES =
      Map.ofEntries(
          Map.entry("html", "text/html; charset=utf-8"),
          Map.entry("js", "text/javascript; charset=utf-8"),
          Map.entry("css", "text/css; charset=utf-8"),
          Map.entry("json", "application/json"),
          Map.entry("map", "application/json"),
          Map.entry("webmanifest", "application/manifest+json"),
          Map.entry("svg", "image/svg+xml"),
          Map.entry("png", "image/png"),
          Map.entry("webp", "image/webp"),
          Map.entry("ico", "image/x-icon"),
          Map.entry("woff2", "font/woff2"),
          Map.entry("txt", "text/plain; charset=utf-8"));

  private final ClassLoader classes = Dashboard.class.getClassLoader();
  private final Map<String, StaticFile> files = new ConcurrentHashMap<>();
  private final String folder;

  private Dashboard(String folder) {
    this.folder = folder;
  }

  /** The dashboard of a folder; empty if the program was built without one. */
  public static Optional<Dashboard> find(String folder) {
    Dashboard dashboard = new Dashboard(folder);
    return dashboard.classes.getResource(folder + PAGE) == null
        ? Optional.empty()
        : Optional.of(dashboard);
  }

  /** The file at a path, or the page. */
  public ApiResponse answer(ApiRequest call) {
    RequestHead head = call.head();
    String name = head.path().replaceFirst("^/", "");
    StaticFile file = file(name);
    if (file != null) {
      return answer(name, file, head);
    }
    StaticFile page = file(PAGE);
    if (page == null || !mayBeRoute(name, head)) {
      throw ApiException.of(ProblemCode.NOT_FOUND, "Nothing exists at this path.");
    }
    return answer(PAGE, page, head);
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

  private @Nullable StaticFile file(String name) {
    if (!FILE.matcher(name).matches() || !TYPES.containsKey(extension(name))) {
      return null;
    }
    StaticFile cached = files.get(name);
    if (cached == null) {
      cached = StaticFile.read(classes, folder + name).orElse(null);
      if (cached != null) {
        files.put(name, cached);
      }
    }
    return cached;
  }

  private static ApiResponse answer(String name, StaticFile file, RequestHead head) {
    StaticFile.Variant variant = file.variant(head.header("Accept-Encoding"));
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Cache-Control", name.startsWith(ASSETS) ? IMMUTABLE : REVALIDATE);
    headers.put("Content-Security-Policy", POLICY);
    headers.put("ETag", variant.tag());
    headers.put("Vary", "Accept-Encoding");
    if (matches(head.header("If-None-Match"), variant.tag())) {
      return new ApiResponse(304, headers, new byte[0]);
    }
    headers.put("Content-Type", TYPES.getOrDefault(extension(name), "application/octet-stream"));
    if (variant.coding() != null) {
      headers.put("Content-Encoding", variant.coding().token());
    }
    return new ApiResponse(200, headers, variant.bytes());
  }

  private static boolean matches(@Nullable String tags, String tag) {
    return tags != null
        && Arrays.stream(tags.split(","))
            .map(known -> known.strip().replaceFirst("^W/", ""))
            .anyMatch(known -> known.equals(tag) || known.equals("*"));
  }

  private static String extension(String name) {
    return name.substring(name.lastIndexOf('.') + 1);
  }
}
