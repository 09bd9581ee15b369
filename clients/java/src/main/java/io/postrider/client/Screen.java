package io.postrider.client;

import org.jspecify.annotations.Nullable;

/** Records a view of an app screen. Needs a user ID or an anonymous ID. */
public final class Screen extends View<Screen> {

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
    super("screen", name);
  }

  @Override
  Screen self() {
    return this;
  }
}
