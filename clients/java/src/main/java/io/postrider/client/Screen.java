package io.postrider.client;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Says what somebody saw: a screen of an app. Needs a user id or an anonymous id. */
public final class Screen extends Message<Screen> {
  private final @Nullable String name;
  private @Nullable String category;

  /** A message to be filled in, about a screen without a name. */
  public Screen() {
    this(null);
  }

  /**
   * A message to be filled in.
   *
   * @param name the name of the screen
   */
  public Screen(@Nullable String name) {
    super("screen");
    this.name = name;
  }

  /** What kind of screen it is. */
  public Screen category(@Nullable String text) {
    this.category = text;
    return this;
  }

  /** The id of somebody who is not known yet. */
  public Screen anonymousId(@Nullable String id) {
    return setAnonymousId(id);
  }

  /** What is to be said of the screen. */
  public Screen properties(@Nullable Map<String, ?> values) {
    return setDetails(values);
  }

  /** One more property. */
  public Screen property(String name, @Nullable Object value) {
    return setDetail(name, value);
  }

  @Override
  Screen self() {
    return this;
  }

  @Override
  void validate() {
    needSomebody();
  }

  @Override
  void describe(Members members) {
    members.add("category", category);
    members.add("name", name);
  }

  @Override
  String detailsName() {
    return "properties";
  }
}
