package io.postrider.client;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields that all calls share. Not thread-safe.
 *
 * <p>The client encodes a message during the call, so a message and its maps may be changed or
 * reused afterwards. Null and empty strings and maps count as absent.
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

  /** Throws if a required field of this type is missing. */
  abstract void validate();

  /** Adds the members that only this type has. */
  abstract void describe(Members members);

  /** The JSON name of {@link #details()}. */
  abstract String detailsName();

  /** The user's ID in your database. */
  public M userId(@Nullable String id) {
    this.userId = id;
    return self();
  }

  /** An ID for deduplication; a random UUID if absent. */
  public M messageId(@Nullable String id) {
    this.messageId = id;
    return self();
  }

  /**
   * When the event happened, for historical data. The service does not correct this time. Leave it
   * out for current events, so that the service can correct the clock of this machine.
   */
  public M timestamp(@Nullable Instant time) {
    this.timestamp = time;
    return self();
  }

  /** The same as text in ISO 8601, sent unchanged. */
  public M timestamp(@Nullable String time) {
    this.timestamp = time;
    return self();
  }

  /** Extra context that is not an attribute of the user, such as {@code ip} or {@code app}. */
  public M context(@Nullable Map<String, ?> values) {
    this.context = values;
    return self();
  }

  /** Adds one value to the context. */
  public M context(String name, @Nullable Object value) {
    this.context = with(context, name, value);
    return self();
  }

  /** The destinations that receive the message: by name, or {@code All}. */
  public M integrations(@Nullable Map<String, ?> values) {
    this.integrations = values;
    return self();
  }

  /** Enables or disables one destination, or all others with the name {@code All}. */
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

  /** A copy of the map with one more value; never changes the caller's map. */
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

  final void requireIdentity() {
    if (isEmpty(userId) && isEmpty(anonymousId)) {
      throw new InvalidMessageException("You must pass either an 'anonymousId' or 'userId'.");
    }
  }

  static boolean isEmpty(@Nullable String text) {
    return text == null || text.isEmpty();
  }

  /** Receives the members that only one type has. */
  interface Members {
    void add(String name, @Nullable String value);
  }

  /** A map that this message created and may change. */
  private static final class OwnMap extends LinkedHashMap<String, @Nullable Object> {
    private static final long serialVersionUID = 1;

    OwnMap(@Nullable Map<String, ?> present) {
      if (present != null) {
        putAll(present);
      }
    }
  }
}
