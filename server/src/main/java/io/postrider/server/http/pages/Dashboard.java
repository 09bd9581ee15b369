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
 * The dashboard's files, from a folder of the class path: a page that runs in the browser and lives
 * off the admin API.
 *
 * <p>May be called from any thread; it blocks while it first reads a file, and keeps what it read:
 * as much as was built, whatever is asked for. Every address that could be one of the page's own
 * answers with the page, so that links into it work.
 */
public final class Dashboard {

  /** Where the build puts the files. */
  public static final String FOLDER = "io/postrider/server/dashboard/";

  /** The addresses that may be the dashboard's: all but those of the APIs and of operation. */
  public static final String PATHS = "(?!/(?:api|v1|health|metrics|openapi\\.json)(?:/|$)).*";

  /** Nothing from elsewhere: no script and no style but the dashboard's own files. */
  static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self';"
          + " img-src 'self' data:; connect-src 'self'; font-src 'self'; manifest-src 'self';"
          + " frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

  private static final String PAGE = "index.html";
  private static final String ASSETS = "assets/";

  /** Files whose names change with their content are kept for good, others asked for each time. */
  private static final String FOR_GOOD = "public, max-age=31536000, immutable";

  private static final String ASK_FIRST = "no-cache";

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

  /** The dashboard of a folder; nothing if the program was built without one. */
  public static Optional<Dashboard> find(String folder) {
    Dashboard dashboard = new Dashboard(folder);
    return dashboard.classes.getResource(folder + PAGE) == null
        ? Optional.empty()
        : Optional.of(dashboard);
  }

  /** The file of an address, or the page. */
  public ApiResponse answer(ApiRequest call) {
    RequestHead head = call.head();
    String name = head.path().replaceFirst("^/", "");
    StaticFile file = file(name);
    if (file != null) {
      return answer(name, file, head);
    }
    StaticFile page = file(PAGE);
    if (page == null || !mayBeInThePage(name, head)) {
      throw ApiException.of(ProblemCode.NOT_FOUND, "Nothing exists at this path.");
    }
    return answer(PAGE, page, head);
  }

  /** A last part with a dot is a file's name, unless a person opens it: ids may have dots too. */
  private static boolean mayBeInThePage(String name, RequestHead head) {
    String accept = head.header("Accept");
    return !name.startsWith(ASSETS)
        && (name.indexOf('.', name.lastIndexOf('/') + 1) < 0
            || (accept != null && accept.contains("text/html")));
  }

  private @Nullable StaticFile file(String name) {
    if (!FILE.matcher(name).matches() || !TYPES.containsKey(extension(name))) {
      return null;
    }
    StaticFile known = files.get(name);
    if (known != null) {
      return known;
    }
    StaticFile read = StaticFile.read(classes, folder + name).orElse(null);
    if (read != null) {
      files.put(name, read);
    }
    return read;
  }

  private static ApiResponse answer(String name, StaticFile file, RequestHead head) {
    StaticFile.Form form = file.form(head.header("Accept-Encoding"));
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Cache-Control", name.startsWith(ASSETS) ? FOR_GOOD : ASK_FIRST);
    headers.put("Content-Security-Policy", POLICY);
    headers.put("ETag", form.tag());
    headers.put("Vary", "Accept-Encoding");
    if (isKnown(head.header("If-None-Match"), form.tag())) {
      return new ApiResponse(304, headers, new byte[0]);
    }
    headers.put("Content-Type", TYPES.getOrDefault(extension(name), "application/octet-stream"));
    if (form.coding() != null) {
      headers.put("Content-Encoding", form.coding().name());
    }
    return new ApiResponse(200, headers, form.bytes());
  }

  private static boolean isKnown(@Nullable String tags, String tag) {
    return tags != null
        && Arrays.stream(tags.split(","))
            .map(known -> known.strip().replaceFirst("^W/", ""))
            .anyMatch(known -> known.equals(tag) || known.equals("*"));
  }

  private static String extension(String name) {
    return name.substring(name.lastIndexOf('.') + 1);
  }
}
