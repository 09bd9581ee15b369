package io.postrider.client;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Says what somebody saw: a page of a web site. Needs a user id or an anonymous id. */
public final class Page extends Message<Page> {
  private final @Nullable String name;
  private @Nullable String category;

  /** A message to be filled in, about a page without a name. */
  public Page() {
    this(null);
  }

  /**
   * A message to be filled in.
   *
   * @param name the name of the page
   */
  public Page(@Nullable String name) {
    super("page");
    this.name = name;
  }

  /** What kind of page it is. */
  public Page category(@Nullable String text) {
    this.category = text;
    return this;
  }

  /** The id of somebody who is not known yet. */
  public Page anonymousId(@Nullable String id) {
    return setAnonymousId(id);
  }

  /**
   * What is to be said of the page; {@code url}, {@code title}, {@code referrer} and {@code path}
   * are known.
   */
  public Page properties(@Nullable Map<String, ?> values) {
    return setDetails(values);
  }

  /** One more property. */
  public Page property(String name, @Nullable Object value) {
    return setDetail(name, value);
  }

  @Override
  Page self() {
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
