package io.postrider.profile;

import org.jspecify.annotations.Nullable;

/**
 * What one message says of one trait.
 *
 * @param members its value; null if it has none any more
 */
public record Trait(String name, @Nullable StoredMembers members) {}
