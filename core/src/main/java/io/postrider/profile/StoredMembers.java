package io.postrider.profile;

/**
 * The value of one trait in the form it is stored in: some members of a JSON object, one of them
 * the trait's own and the others what lies in it.
 *
 * @param json the members with commas between, without braces
 * @param keys how many keys they count as
 */
public record StoredMembers(String json, int keys) {}
