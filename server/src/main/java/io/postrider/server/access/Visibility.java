package io.postrider.server.access;

import io.postrider.message.Redaction;
import io.postrider.server.http.admin.AccessRole;
import io.postrider.server.http.admin.ApiRequest;

/**
 * What a caller may see.
 *
 * @param secrets whether values of static headers, and queries and users in URLs, are shown
 * @param redaction the fields of messages that are hidden, and what is computed from them
 */
public record Visibility(boolean secrets, Redaction redaction) {

  public static final Visibility ALL = new Visibility(true, Redaction.NONE);

  public static Visibility of(ApiRequest call, RedactionPolicy policy) {
    return new Visibility(showsSecrets(call), policy.of(call));
  }

  public static boolean showsSecrets(ApiRequest call) {
    return call.caller().role().covers(AccessRole.EDITOR);
  }

  /** A URL as this caller may see it. */
  public String url(String url) {
    return secrets ? url : UrlMask.of(url);
  }
}
