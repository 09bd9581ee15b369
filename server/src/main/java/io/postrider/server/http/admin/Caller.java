package io.postrider.server.http.admin;

/**
 * The caller of a request.
 *
 * @param id the ID of its token, or {@code root}
 * @param name the token's name
 */
public record Caller(String id, String name, AccessRole role) {

  /** The caller of a resource that needs no authentication. */
  public static final Caller ANYONE = new Caller("", "Anyone", AccessRole.VIEWER);
}
