package io.postrider.client;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Records a view of a web page. Needs a user ID or an anonymous ID. */
public final class Page extends Message<Page> {
  private final @Nullable String name;
  private @Nullable String category;

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
    super("page");
    this.name = name;
  }

  /** The category of the page. */
  public Page category(@Nullable String text) {
    this.category = text;
    return this;
  }

  /** The ID of an anonymous user. */
  public Page anonymousId(@Nullable String id) {
    return setAnonymousId(id);
  }

  /**
   * The properties of the page; {@code url}, {@code title}, {@code referrer} and {@code path} have
   * a standard meaning.
   */
  public Page properties(@Nullable Map<String, ?> values) {
    return setDetails(values);
  }

  /** Adds one property. */
  public Page property(String name, @Nullable Object value) {
    return setDetail(name, value);
  }

  @Override
  Page self() {
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
