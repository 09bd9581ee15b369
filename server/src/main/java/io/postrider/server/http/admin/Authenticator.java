package io.postrider.server.http.admin;

import io.postrider.server.http.RequestHead;

/**
 * Says who makes a request. Called on event loops: it never blocks.
 *
 * <p>What the caller may do is not its business: each {@link Resource} says which role its methods
 * need.
 */
@FunctionalInterface
public interface Authenticator {

  /**
   * The caller of a request.
   *
   * @throws ApiException if nobody vouches for it, or it may not be made in this way
   */
  Caller admit(RequestHead head);
}
