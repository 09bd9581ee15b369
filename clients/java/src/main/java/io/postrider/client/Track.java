package io.postrider.client;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Says what somebody did: an event with properties. Needs a user id or an anonymous id. */
public final class Track extends Message<Track> {
  private final @Nullable String event;

  /**
   * A message to be filled in.
   *
   * @param event what was done, such as {@code Order Placed}
   */
  public Track(@Nullable String event) {
    super("track");
    this.event = event;
  }

  /** The id of somebody who is not known yet. */
  public Track anonymousId(@Nullable String id) {
    return setAnonymousId(id);
  }

  /** What is to be said of the event. */
  public Track properties(@Nullable Map<String, ?> values) {
    return setDetails(values);
  }

  /** One more property. */
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
    needSomebody();
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
