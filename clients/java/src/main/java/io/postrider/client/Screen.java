package io.postrider.client;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Records a view of an app screen. Needs a user ID or an anonymous ID. */
public final class Screen extends Message<Screen> {
  private final @Nullable String name;
  private @Nullable String category;

  /** Creates a message for a screen without a name. */
  public Screen() {
    this(null);
  }

  /**
   * Creates a message.
   *
   * @param name the name of the screen
   */
  public Screen(@Nullable String name) {
    super("screen");
    this.name = name;
  }

  /** The category of the screen. */
  public Screen category(@Nullable String text) {
    this.category = text;
    return this;
  }

  /** The ID of an anonymous user. */
  public Screen anonymousId(@Nullable String id) {
    return setAnonymousId(id);
  }

  /** The properties of the screen. */
  public Screen properties(@Nullable Map<String, ?> values) {
    return setDetails(values);
  }

  /** Adds one property. */
  public Screen property(String name, @Nullable Object value) {
    return setDetail(name, value);
  }

  @Override
  Screen self() {
    return this;
  }

  @Override
  void validate() {
    requireIdentity();
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
