package io.postrider.server.http.admin;

import io.postrider.server.http.RequestHead;

/**
 * Authenticates requests. Called on event loops, so it never blocks. Authorization is separate:
 * each {@link Resource} states which role its methods need.
 */
@FunctionalInterface
public interface Authenticator {

  /**
   * The caller of a request.
   *
   * @throws ApiException if the request has no valid credentials, or fails the CSRF check
   */
  Caller authenticate(RequestHead head);
}
