package io.postrider.profile;

import org.jspecify.annotations.Nullable;

/**
 * The value of a trait in one message.
 *
 * @param members its value; null if the message removes it
 */
public record Trait(String name, @Nullable StoredMembers members) {}
