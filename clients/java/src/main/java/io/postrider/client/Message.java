package io.postrider.client;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What all calls have in common: who, when, and where it should go. Not thread-safe.
 *
 * <p>The client writes a message down when it is called, so a message, and every map in it, may be
 * changed or used again afterwards. Null and empty texts and maps count as absent.
 *
 * @param <M> the message's own type
 */
public abstract class Message<M extends Message<M>> {
  private final String type;
  private @Nullable String userId;
  private @Nullable String anonymousId;
  private @Nullable String messageId;
  private @Nullable Object timestamp;
  private @Nullable Map<String, ?> context;
  private @Nullable Map<String, ?> integrations;
  private @Nullable Map<String, ?> details;

  Message(String type) {
    this.type = type;
  }

  abstract M self();

  /** What this type needs beyond ids and details, as {@code member(name, value)}. */
  abstract void validate();

  /** Lets the encoder write the members that only this type has. */
  abstract void describe(Members members);

  /** The name under which {@link #details()} travel. */
  abstract String detailsName();

  /** The user's id in your database. */
  public M userId(@Nullable String id) {
    this.userId = id;
    return self();
  }

  /** An id of your own by which a repeated call is recognized; a new random one if left out. */
  public M messageId(@Nullable String id) {
    this.messageId = id;
    return self();
  }

  /**
   * When it happened, for history: this very time arrives. Leave it out for what happens now, so
   * that the service can correct this machine's clock.
   */
  public M timestamp(@Nullable Instant time) {
    this.timestamp = time;
    return self();
  }

  /** The same as a text in ISO 8601, which travels as it is. */
  public M timestamp(@Nullable String time) {
    this.timestamp = time;
    return self();
  }

  /** Extra context that is not an attribute of the user, such as {@code ip} or {@code app}. */
  public M context(@Nullable Map<String, ?> values) {
    this.context = values;
    return self();
  }

  /** One more value of the context. */
  public M context(String name, @Nullable Object value) {
    this.context = with(context, name, value);
    return self();
  }

  /** Which destinations get the message: by name, or {@code All}. */
  public M integrations(@Nullable Map<String, ?> values) {
    this.integrations = values;
    return self();
  }

  /** Turns one destination on or off, or all others under the name {@code All}. */
  public M integration(String name, boolean enabled) {
    this.integrations = with(integrations, name, enabled);
    return self();
  }

  final M setAnonymousId(@Nullable String id) {
    this.anonymousId = id;
    return self();
  }

  final M setDetails(@Nullable Map<String, ?> values) {
    this.details = values;
    return self();
  }

  final M setDetail(String name, @Nullable Object value) {
    this.details = with(details, name, value);
    return self();
  }

  /** A map of our own with one more value; what the caller gave stays untouched. */
  private static Map<String, ?> with(
      @Nullable Map<String, ?> present, String name, @Nullable Object value) {
    OwnMap map = present instanceof OwnMap ? (OwnMap) present : new OwnMap(present);
    map.put(name, value);
    return map;
  }

  final String type() {
    return type;
  }

  final @Nullable String userId() {
    return userId;
  }

  final @Nullable String anonymousId() {
    return anonymousId;
  }

  final @Nullable String messageId() {
    return messageId;
  }

  final @Nullable Object timestamp() {
    return timestamp;
  }

  final @Nullable Map<String, ?> context() {
    return context;
  }

  final @Nullable Map<String, ?> integrations() {
    return integrations;
  }

  final @Nullable Map<String, ?> details() {
    return details;
  }

  final void needSomebody() {
    if (isEmpty(userId) && isEmpty(anonymousId)) {
      throw new InvalidMessageException("You must pass either an 'anonymousId' or 'userId'.");
    }
  }

  static boolean isEmpty(@Nullable String text) {
    return text == null || text.isEmpty();
  }

  /** Takes the members that only one type has. */
  interface Members {
    void add(String name, @Nullable String value);
  }

  /** A map that this message made and may add to. */
  private static final class OwnMap extends LinkedHashMap<String, @Nullable Object> {
    private static final long serialVersionUID = 1;

    OwnMap(@Nullable Map<String, ?> present) {
      if (present != null) {
        putAll(present);
      }
    }
  }
}
