package io.postrider.client;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields that {@link Page} and {@link Screen} share. */
abstract class View<M extends View<M>> extends Message<M> {
  private final @Nullable String name;
  private @Nullable String category;

  View(String type, @Nullable String name) {
    super(type);
    this.name = name;
  }

  /** The category of the page or screen. */
  public M category(@Nullable String text) {
    this.category = text;
    return self();
  }

  /** The ID of an anonymous user. */
  public M anonymousId(@Nullable String id) {
    return setAnonymousId(id);
  }

  /**
   * The properties of the page or screen. Of a page, {@code url}, {@code title}, {@code referrer}
   * and {@code path} have a standard meaning.
   */
  public M properties(@Nullable Map<String, ?> values) {
    return setDetails(values);
  }

  /** Adds one property. */
  public M property(String key, @Nullable Object value) {
    return setDetail(key, value);
  }

  @Override
  final void validate() {
    requireIdentity();
  }

  @Override
  final void describe(Members members) {
    members.add("category", category);
    members.add("name", name);
  }

  @Override
  final String detailsName() {
    return "properties";
  }
}
