package io.postrider.server.http.pages;

import io.postrider.server.http.RequestHead;
import io.postrider.server.http.admin.ApiResponse;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The files of a folder of the class path.
 *
 * <p>May be called from any thread. It blocks on the first read of a file and caches it; the cache
 * holds at most the files that were built.
 */
public final class StaticFiles {

  /** For files whose names change with their content. */
  public static final String IMMUTABLE = "public, max-age=31536000, immutable";

  /** For other files: browsers ask whether they have changed. */
  public static final String REVALIDATE = "no-cache";

  private static final Pattern NAME =
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

  private final ClassLoader classes = StaticFiles.class.getClassLoader();
  private final Map<String, StaticFile> files = new ConcurrentHashMap<>();
  private final String folder;

  /**
   * @param folder its path, with a slash at its end
   */
  public StaticFiles(String folder) {
    this.folder = folder;
  }

  /** Whether the folder has a file; does not read it. */
  public boolean has(String name) {
    return classes.getResource(folder + name) != null;
  }

  /**
   * The response with a file, compressed if the client accepts it; empty if there is no such file.
   *
   * @param headers further headers, such as {@code Cache-Control}
   */
  public Optional<ApiResponse> answer(String name, RequestHead head, Map<String, String> headers) {
    return Optional.ofNullable(find(name)).map(file -> answer(name, file, head, headers));
  }

  private @Nullable StaticFile find(String name) {
    if (!NAME.matcher(name).matches() || !TYPES.containsKey(extension(name))) {
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

  private static ApiResponse answer(
      String name, StaticFile file, RequestHead head, Map<String, String> further) {
    StaticFile.Variant variant = file.variant(head.header("Accept-Encoding"));
    Map<String, String> headers = new LinkedHashMap<>(further);
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
