package io.postrider.profile;

/**
 * The stored value of one trait: members of a JSON object, one for the trait itself and the others
 * for nested values.
 *
 * @param json the members with commas between, without braces
 * @param keys the number of keys that they count as
 */
public record StoredMembers(String json, int keys) {}
