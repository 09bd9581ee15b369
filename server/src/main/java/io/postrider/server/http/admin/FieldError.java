package io.postrider.server.http.admin;

/**
 * An invalid field of a request.
 *
 * @param field its name; empty for the body as a whole
 * @param message what it must be
 */
public record FieldError(String field, String message) {}
