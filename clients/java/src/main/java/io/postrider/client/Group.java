package io.postrider.client;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Adds a user to a group, such as a company. Needs a user ID or an anonymous ID. */
public final class Group extends Message<Group> {
  private final @Nullable String groupId;

  /**
   * Creates a message.
   *
   * @param groupId the group's ID in your database
   */
  public Group(@Nullable String groupId) {
    super("group");
    this.groupId = groupId;
  }

  /** The ID of an anonymous user. */
  public Group anonymousId(@Nullable String id) {
    return setAnonymousId(id);
  }

  /** The traits of the group. */
  public Group traits(@Nullable Map<String, ?> values) {
    return setDetails(values);
  }

  /** Adds one trait of the group. */
  public Group trait(String name, @Nullable Object value) {
    return setDetail(name, value);
  }

  @Override
  Group self() {
    return this;
  }

  @Override
  void validate() {
    if (isEmpty(groupId)) {
      throw new InvalidMessageException("You must pass a 'groupId'.");
    }
    requireIdentity();
  }

  @Override
  void describe(Members members) {
    members.add("groupId", groupId);
  }

  @Override
  String detailsName() {
    return "traits";
  }
}
