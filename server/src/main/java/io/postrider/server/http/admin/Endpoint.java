package io.postrider.server.http.admin;

/** Handles one method of one path; runs on a virtual thread and may block. */
@FunctionalInterface
public interface Endpoint {

  /** The response; an {@link ApiException} becomes a problem, any other exception a 500. */
  Reply answer(ApiRequest call);
}
