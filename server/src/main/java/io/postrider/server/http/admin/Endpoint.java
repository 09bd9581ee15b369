package io.postrider.server.http.admin;

/** What answers one method of one path; runs on a virtual thread and may block. */
@FunctionalInterface
public interface Endpoint {

  /** The answer; an {@link ApiException} becomes a problem, anything else thrown a 500. */
  Reply answer(ApiRequest call);
}
