package io.postrider.client;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Says who somebody is: ties a user to traits. Needs a user id or an anonymous id. */
public final class Identify extends Message<Identify> {

  /** A message to be filled in. */
  public Identify() {
    super("identify");
  }

  /** The id of somebody who is not known yet. */
  public Identify anonymousId(@Nullable String id) {
    return setAnonymousId(id);
  }

  /** What is known of the user. */
  public Identify traits(@Nullable Map<String, ?> values) {
    return setDetails(values);
  }

  /** One more trait. */
  public Identify trait(String name, @Nullable Object value) {
    return setDetail(name, value);
  }

  @Override
  Identify self() {
    return this;
  }

  @Override
  void validate() {
    needSomebody();
  }

  @Override
  void describe(Members members) {}

  @Override
  String detailsName() {
    return "traits";
  }
}
