package io.postrider.server.catalog.api;

import io.postrider.message.SourceType;
import io.postrider.route.EventRules;
import io.postrider.route.NewEventPolicy;
import io.postrider.route.Source;
import io.postrider.server.catalog.EventRuleLimits;
import io.postrider.server.catalog.NewSource;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.Fields;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Reads what a person asks of a source, and names everything that is wrong with it. */
public final class SourceForm {

  public static final int LONGEST_NAME = 200;
  public static final int HIGHEST_RATE = 1_000_000;

  private static final String READ_ONLY = "cannot be set";
  private static final String TYPES = "web, mobile or server";
  private static final String NEW_EVENTS = "allow or block";

  private SourceForm() {}

  /** The body of a POST. */
  static NewSource create(ApiRequest call) {
    return create(Fields.of(call, Set.of("application/json")));
  }

  /** The fields of a source that is to be there. */
  public static NewSource create(Fields fields) {
    String name = fields.require("name", "type").text("name", LONGEST_NAME);
    SourceType type = fields.choice("type", SourceType::parse, TYPES);
    Boolean enabled = fields.bool("enabled");
    Integer rateLimit = fields.integerOrNull("rateLimit", 1, HIGHEST_RATE);
    NewEventPolicy newEvents = fields.choice("newEvents", NewEventPolicy::parse, NEW_EVENTS);
    refuseOurs(fields);
    fields.check();
    return new NewSource(
        Objects.requireNonNull(name),
        Objects.requireNonNull(type),
        enabled == null || enabled,
        rateLimit,
        newEvents == null ? NewEventPolicy.ALLOW : newEvents);
  }

  /**
   * The body of a PATCH: fields that are left out stay as they are.
   *
   * @param seen the source's events until now, which are asked for if new ones are to be blocked
   */
  static UnaryOperator<Source> change(ApiRequest call, Supplier<Set<String>> seen) {
    Fields fields = Fields.of(call, Set.of("application/json", "application/merge-patch+json"));
    String name = fields.text("name", LONGEST_NAME);
    SourceType type = fields.choice("type", SourceType::parse, TYPES);
    Boolean enabled = fields.bool("enabled");
    boolean limits = fields.has("rateLimit");
    Integer rateLimit = fields.integerOrNull("rateLimit", 1, HIGHEST_RATE);
    NewEventPolicy newEvents = fields.choice("newEvents", NewEventPolicy::parse, NEW_EVENTS);
    refuseOurs(fields);
    fields.check();
    UnaryOperator<EventRules> events = events(newEvents, seen);
    return source ->
        new Source(
            source.id(),
            name == null ? source.name() : name,
            type == null ? source.type() : type,
            enabled == null ? source.enabled() : enabled,
            limits ? rateLimit : source.rateLimit(),
            source.writeKeys(),
            source.createdAt(),
            EventRuleLimits.check(events.apply(source.events())));
  }

  private static UnaryOperator<EventRules> events(
      @Nullable NewEventPolicy wanted, Supplier<Set<String>> seen) {
    if (wanted == null) {
      return UnaryOperator.identity();
    }
    return switch (wanted) {
      case ALLOW -> EventRules::allowingNew;
      case BLOCK -> {
        Set<String> known = seen.get();
        yield rules -> rules.blockingNew(known);
      }
    };
  }

  /** The body of a rotation: none, or an object without fields. */
  static void rotate(ApiRequest call) {
    if (call.body().length > 0) {
      Fields.of(call, Set.of("application/json")).check();
    }
  }

  private static void refuseOurs(Fields fields) {
    fields.refuse(READ_ONLY, "id", "writeKey", "createdAt", "previousWriteKeys");
  }
}
