package io.postrider.server.commands.convert;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The type of a source by the name of its kind in other systems. Pure. */
final class SourceTypes {

  private static final Set<String> WEB =
      Set.of("javascript", "website", "analyticsjs", "amp", "shopify", "wordpress", "project");
  private static final Set<String> MOBILE =
      Set.of(
          "mobile",
          "ios",
          "android",
          "androidkotlin",
          "iosswift",
          "apple",
          "swift",
          "kotlin",
          "kotlinandroid",
          "reactnative",
          "flutter",
          "unity",
          "cordova",
          "xamarin");
  private static final Set<String> SERVER =
      Set.of(
          "server",
          "http",
          "httpapi",
          "node",
          "nodejs",
          "java",
          "go",
          "python",
          "ruby",
          "php",
          "net",
          "dotnet",
          "csharp",
          "clojure",
          "rust",
          "pixel",
          "pixelapi");

  private SourceTypes() {}

  /** The type of a kind such as {@code React Native}; empty if it is unknown. */
  static Optional<String> of(String kind) {
    String plain = kind.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
    if (WEB.contains(plain)) {
      return Optional.of("web");
    }
    if (MOBILE.contains(plain)) {
      return Optional.of("mobile");
    }
    return SERVER.contains(plain) ? Optional.of("server") : Optional.empty();
  }
}
