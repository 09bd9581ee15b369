package io.postrider.server.catalog.api;

import io.postrider.message.SourceType;
import io.postrider.route.EventRules;
import io.postrider.route.NewEventPolicy;
import io.postrider.route.Source;
import io.postrider.server.catalog.NewSource;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.ApiRequest;
import io.postrider.server.http.admin.Fields;
import io.postrider.server.http.admin.ProblemCode;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Reads and validates the fields of a source. */
public final class SourceForm {

  public static final int MAX_NAME_LENGTH = 200;
  public static final int MAX_RATE = 1_000_000;
  public static final int MAX_BLOCKED_EVENTS = 1_000;

  /** The number of events that are counted separately, plus those that may be blocked. */
  public static final int MAX_ALLOWED_EVENTS = 11_000;

  private static final String READ_ONLY = "cannot be set";
  private static final String TYPES = "web, mobile or server";
  private static final String NEW_EVENTS = "allow or block";

  private SourceForm() {}

  /** The body of a POST. */
  static NewSource create(ApiRequest call) {
    return create(Fields.of(call, Set.of("application/json")));
  }

  /** The fields of a new or declared source. */
  public static NewSource create(Fields fields) {
    String name = fields.require("name", "type").name("name", MAX_NAME_LENGTH);
    SourceType type = fields.choice("type", SourceType::parse, TYPES);
    Boolean enabled = fields.bool("enabled");
    Integer rateLimit = fields.integerOrNull("rateLimit", 1, MAX_RATE);
    NewEventPolicy newEvents = fields.choice("newEvents", NewEventPolicy::parse, NEW_EVENTS);
    refuseReadOnly(fields);
    fields.check();
    return new NewSource(
        Objects.requireNonNull(name),
        Objects.requireNonNull(type),
        enabled == null || enabled,
        rateLimit,
        newEvents == null ? NewEventPolicy.ALLOW : newEvents);
  }

  /**
   * The body of a PATCH: omitted fields do not change.
   *
   * @param seen the events seen so far; read only if new events are to be blocked
   */
  static UnaryOperator<Source> change(ApiRequest call, Supplier<Set<String>> seen) {
    Fields fields = Fields.of(call, Set.of("application/json", "application/merge-patch+json"));
    String name = fields.name("name", MAX_NAME_LENGTH);
    SourceType type = fields.choice("type", SourceType::parse, TYPES);
    Boolean enabled = fields.bool("enabled");
    boolean limits = fields.has("rateLimit");
    Integer rateLimit = fields.integerOrNull("rateLimit", 1, MAX_RATE);
    NewEventPolicy newEvents = fields.choice("newEvents", NewEventPolicy::parse, NEW_EVENTS);
    refuseReadOnly(fields);
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
            checked(events.apply(source.events())));
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

  /** The rules; throws if they name too many events. */
  static EventRules checked(EventRules rules) {
    if (rules.blocked().size() > MAX_BLOCKED_EVENTS) {
      throw ApiException.of(
          ProblemCode.LIMIT_REACHED,
          "A source may block %,d events.".formatted(MAX_BLOCKED_EVENTS));
    }
    if (rules.allowed().size() > MAX_ALLOWED_EVENTS) {
      throw ApiException.of(
          ProblemCode.LIMIT_REACHED,
          "A source may allow %,d events.".formatted(MAX_ALLOWED_EVENTS));
    }
    return rules;
  }

  private static void refuseReadOnly(Fields fields) {
    fields.refuse(READ_ONLY, "id", "writeKey", "createdAt", "previousWriteKeys");
  }
}
