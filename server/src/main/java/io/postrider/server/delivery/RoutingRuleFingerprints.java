package io.postrider.server.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.filter.Filter;
import io.postrider.filter.FilterAction;
import io.postrider.filter.FilterCondition;
import io.postrider.id.SourceId;
import io.postrider.message.MessageType;
import io.postrider.route.Catalog;
import io.postrider.route.Destination;
import io.postrider.route.EventRules;
import io.postrider.route.NewEventPolicy;
import io.postrider.route.Source;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Computes fingerprints of routing rules: with equal fingerprints {@link
 * DestinationSelection#decision} decides every message alike. Everything that it depends on must be
 * included. Belongs to one thread.
 */
final class RoutingRuleFingerprints {

  private final Catalog catalog;
  private final String general;
  private final Map<SourceId, String> sources = new HashMap<>();

  RoutingRuleFingerprints(Catalog catalog, Duration historicalAfter) {
    this.catalog = catalog;
    this.general = "historical " + historicalAfter.toMillis();
  }

  /** The fingerprint of the settings and sources that decide which messages pass. */
  String of(Destination destination) {
    StringBuilder rules = new StringBuilder(general);
    rules
        .append("\nname ")
        .append(destination.name().length())
        .append(' ')
        .append(destination.name());
    rules.append("\naccepts historical ").append(destination.settings().acceptsHistorical());
    for (Filter filter : destination.settings().filters().list()) {
      if (filter.enabled() && decides(filter.action())) {
        rules.append('\n').append(filter.action()).append(" if ");
        describe(filter.when(), rules);
      }
    }
    destination.connections().keySet().stream()
        .sorted(Comparator.comparingLong(SourceId::bits))
        .forEach(id -> rules.append('\n').append(id).append(' ').append(source(id)));
    return digest(rules.toString());
  }

  /** Whether the action decides if a message is sent, not what is sent. */
  private static boolean decides(FilterAction action) {
    return switch (action) {
      case FilterAction.Drop _, FilterAction.Sample _ -> true;
      case FilterAction.Omit _, FilterAction.Keep _ -> false;
    };
  }

  /** Writes a match in a form that is stable across restarts. */
  private static void describe(@Nullable FilterCondition match, StringBuilder out) {
    switch (match) {
      case null -> out.append("any");
      case FilterCondition.All(List<FilterCondition> matches) -> describe("all", matches, out);
      case FilterCondition.Any(List<FilterCondition> matches) -> describe("any of", matches, out);
      case FilterCondition.Not(FilterCondition negated) -> describe("not", List.of(negated), out);
      case FilterCondition.OfType(Set<MessageType> types) -> out.append(new TreeSet<>(types));
      case FilterCondition.OfEvent(List<String> events) ->
          events.forEach(event -> out.append(event.length()).append(' ').append(event));
      case FilterCondition.Compared compared -> out.append(compared);
    }
  }

  private static void describe(String word, List<FilterCondition> matches, StringBuilder out) {
    out.append(word).append('(');
    for (FilterCondition match : matches) {
      describe(match, out);
      out.append(';');
    }
    out.append(')');
  }

  private String source(SourceId id) {
    return sources.computeIfAbsent(
        id, unknown -> catalog.source(id).map(RoutingRuleFingerprints::source).orElse("gone"));
  }

  private static String source(Source source) {
    EventRules rules = source.events();
    if (rules.allowAll()) {
      return "open";
    }
    StringBuilder events = new StringBuilder();
    describe(rules.blocked(), events);
    if (rules.newEvents() == NewEventPolicy.BLOCK) {
      events.append('!');
      describe(rules.allowed(), events);
    }
    return digest(events.toString());
  }

  private static void describe(Set<String> names, StringBuilder events) {
    for (String event : new TreeSet<>(names)) {
      events.append(event.length()).append(' ').append(event);
    }
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
