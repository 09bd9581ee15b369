package io.postrider.filter;

import org.jspecify.annotations.Nullable;

/**
 * A filter of a destination.
 *
 * @param when which messages it applies to; null for all
 */
public record Filter(
    @Nullable String name, boolean enabled, @Nullable FilterCondition when, FilterAction action) {

  public static final int MAX_NAME_LENGTH = 200;
}
