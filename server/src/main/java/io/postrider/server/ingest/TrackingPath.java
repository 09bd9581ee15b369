package io.postrider.server.ingest;

import io.postrider.message.MessageType;
import org.jspecify.annotations.Nullable;

/** A path of the tracking API. */
sealed interface TrackingPath {

  /** One message of the type that the path names. */
  record Single(MessageType type) implements TrackingPath {}

  /** A batch of messages. */
  record Batch() implements TrackingPath {}

  /** Metrics that the browser library reports about itself. */
  record LibraryMetrics() implements TrackingPath {}

  /** The settings that browser and mobile libraries load first. */
  record Settings(String writeKey) implements TrackingPath {}

  /** The prefix of all paths of the tracking API. */
  String PREFIX = "/v1/";

  /** Parses a path; null if the tracking API has no such path. */
  static @Nullable TrackingPath parse(String path) {
    if (!path.startsWith(PREFIX)) {
      return null;
    }
    int end = path.endsWith("/") ? path.length() - 1 : path.length();
    if (end < PREFIX.length()) {
      return null;
    }
    String name = path.substring(PREFIX.length(), end);
    return switch (name) {
      case "track", "t" -> Singles.TRACK;
      case "batch", "import", "b" -> Singles.BATCH;
      case "identify", "i" -> Singles.IDENTIFY;
      case "page", "p" -> Singles.PAGE;
      case "screen", "s" -> Singles.SCREEN;
      case "group", "g" -> Singles.GROUP;
      case "alias", "a" -> Singles.ALIAS;
      case "m" -> Singles.METRICS;
      default -> settings(name);
    };
  }

  private static @Nullable TrackingPath settings(String name) {
    String before = "projects/";
    String after = "/settings";
    if (!name.startsWith(before) || !name.endsWith(after)) {
      return null;
    }
    if (name.length() <= before.length() + after.length()) {
      return null;
    }
    String key = name.substring(before.length(), name.length() - after.length());
    return key.indexOf('/') < 0 ? new Settings(key) : null;
  }

  /** The paths without parameters, allocated once. */
  final class Singles {
    private static final Single IDENTIFY = new Single(MessageType.IDENTIFY);
    private static final Single TRACK = new Single(MessageType.TRACK);
    private static final Single PAGE = new Single(MessageType.PAGE);
    private static final Single SCREEN = new Single(MessageType.SCREEN);
    private static final Single GROUP = new Single(MessageType.GROUP);
    private static final Single ALIAS = new Single(MessageType.ALIAS);
    private static final Batch BATCH = new Batch();
    private static final LibraryMetrics METRICS = new LibraryMetrics();

    private Singles() {}
  }
}
