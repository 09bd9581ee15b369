package io.postrider.client;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Says which group somebody belongs to, such as a company. Needs a user or anonymous id. */
public final class Group extends Message<Group> {
  private final @Nullable String groupId;

  /**
   * A message to be filled in.
   *
   * @param groupId the group's id in your database
   */
  public Group(@Nullable String groupId) {
    super("group");
    this.groupId = groupId;
  }

  /** The id of somebody who is not known yet. */
  public Group anonymousId(@Nullable String id) {
    return setAnonymousId(id);
  }

  /** What is known of the group. */
  public Group traits(@Nullable Map<String, ?> values) {
    return setDetails(values);
  }

  /** One more trait of the group. */
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
    needSomebody();
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
