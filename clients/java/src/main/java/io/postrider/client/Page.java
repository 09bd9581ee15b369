package io.postrider.client;

import org.jspecify.annotations.Nullable;

/** Records a view of a web page. Needs a user ID or an anonymous ID. */
public final class Page extends View<Page> {

  /** Creates a message for a page without a name. */
  public Page() {
    this(null);
  }

  /**
   * Creates a message.
   *
   * @param name the name of the page
   */
  public Page(@Nullable String name) {
    super("page", name);
  }

  @Override
  Page self() {
    return this;
  }
}
