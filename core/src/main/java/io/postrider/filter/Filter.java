package io.postrider.filter;

import org.jspecify.annotations.Nullable;

/**
 * One filter of a destination, as its owner wrote it.
 *
 * @param name for people; null if it has none
 * @param enabled whether it does anything
 * @param when which messages it is about; null for all
 */
public record Filter(
    @Nullable String name, boolean enabled, @Nullable FilterCondition when, FilterAction action) {

  /** The most characters of a name. */
  public static final int LONGEST_NAME = 200;
}
