package io.postrider.client;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Records an event with properties. Needs a user ID or an anonymous ID. */
public final class Track extends Message<Track> {
  private final @Nullable String event;

  /**
   * Creates a message.
   *
   * @param event the name of the event, such as {@code Order Placed}
   */
  public Track(@Nullable String event) {
    super("track");
    this.event = event;
  }

  /** The ID of an anonymous user. */
  public Track anonymousId(@Nullable String id) {
    return setAnonymousId(id);
  }

  /** The properties of the event. */
  public Track properties(@Nullable Map<String, ?> values) {
    return setDetails(values);
  }

  /** Adds one property. */
  public Track property(String name, @Nullable Object value) {
    return setDetail(name, value);
  }

  @Override
  Track self() {
    return this;
  }

  @Override
  void validate() {
    if (isEmpty(event)) {
      throw new InvalidMessageException("You must pass 'event'.");
    }
    requireIdentity();
  }

  @Override
  void describe(Members members) {
    members.add("event", event);
  }

  @Override
  String detailsName() {
    return "properties";
  }
}
