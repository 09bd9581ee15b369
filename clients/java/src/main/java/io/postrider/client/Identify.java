package io.postrider.client;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Identifies a user and sets traits. Needs a user ID or an anonymous ID. */
public final class Identify extends Message<Identify> {

  /** Creates a message. */
  public Identify() {
    super("identify");
  }

  /** The ID of an anonymous user. */
  public Identify anonymousId(@Nullable String id) {
    return setAnonymousId(id);
  }

  /** The traits of the user. */
  public Identify traits(@Nullable Map<String, ?> values) {
    return setDetails(values);
  }

  /** Adds one trait. */
  public Identify trait(String name, @Nullable Object value) {
    return setDetail(name, value);
  }

  @Override
  Identify self() {
    return this;
  }

  @Override
  void validate() {
    requireIdentity();
  }

  @Override
  void describe(Members members) {}

  @Override
  String detailsName() {
    return "traits";
  }
}
