package io.postrider.server.deliver;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.route.Catalog;
import io.postrider.route.Destination;
import io.postrider.route.Source;
import io.postrider.route.SourceId;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeSet;

/**
 * Tells the rules of one state of the catalog apart: two destinations' rules have the same
 * fingerprint if and only if {@link DestinationSelection#verdict} judges every message alike.
 * Everything that it looks at and that may change has to be in here. Belongs to one thread.
 */
final class RuleFingerprints {

  private final Catalog catalog;
  private final String general;
  private final Map<SourceId, String> sources = new HashMap<>();

  RuleFingerprints(Catalog catalog, Duration historicalAfter) {
    this.catalog = catalog;
    this.general = "historical " + historicalAfter.toMillis();
  }

  /** What its settings and its sources say about which messages pass. */
  String of(Destination destination) {
    StringBuilder rules = new StringBuilder(general);
    rules.append("\naccepts historical ").append(destination.settings().acceptsHistorical());
    destination.connections().keySet().stream()
        .sorted(Comparator.comparingLong(SourceId::bits))
        .forEach(id -> rules.append('\n').append(id).append(' ').append(source(id)));
    return digest(rules.toString());
  }

  private String source(SourceId id) {
    return sources.computeIfAbsent(
        id, unknown -> catalog.source(id).map(RuleFingerprints::source).orElse("gone"));
  }

  private static String source(Source source) {
    if (source.blockedEvents().isEmpty()) {
      return "open";
    }
    StringBuilder events = new StringBuilder();
    for (String event : new TreeSet<>(source.blockedEvents())) {
      events.append(event.length()).append(' ').append(event);
    }
    return digest(events.toString());
  }

  private static String digest(String text) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha.digest(text.getBytes(UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
