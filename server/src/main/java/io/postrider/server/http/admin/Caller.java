package io.postrider.server.http.admin;

/**
 * Who makes a request.
 *
 * @param id the id of the token it was made with, or {@code root}
 * @param name the token's name
 */
public record Caller(String id, String name, AccessRole role) {

  /** Whoever asks for what is open to all: nothing may be concluded from it. */
  public static final Caller ANYONE = new Caller("", "Anyone", AccessRole.VIEWER);
}
