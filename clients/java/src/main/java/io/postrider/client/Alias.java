package io.postrider.client;

import org.jspecify.annotations.Nullable;

/** Links two IDs of one user. */
public final class Alias extends Message<Alias> {
  private final @Nullable String previousId;

  /**
   * Creates a message.
   *
   * @param previousId the previous ID of the user
   * @param userId the user's ID in your database
   */
  public Alias(@Nullable String previousId, @Nullable String userId) {
    super("alias");
    this.previousId = previousId;
    userId(userId);
  }

  @Override
  Alias self() {
    return this;
  }

  @Override
  void validate() {
    if (isEmpty(userId())) {
      throw new InvalidMessageException("You must pass a 'userId'.");
    }
    if (isEmpty(previousId)) {
      throw new InvalidMessageException("You must pass a 'previousId'.");
    }
  }

  @Override
  void describe(Members members) {
    members.add("previousId", previousId);
  }

  @Override
  String detailsName() {
    return "traits";
  }
}
