package io.postrider.route;

import java.util.List;

/**
 * One URL of a destination, with the headers that every request to it carries.
 *
 * @param url a full http or https URL
 */
public record Webhook(String url, List<Header> headers) {

  /** A static header. */
  public record Header(String name, String value) {}

  public Webhook {
    headers = List.copyOf(headers);
  }
}
