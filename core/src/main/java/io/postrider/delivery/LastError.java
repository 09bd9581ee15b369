package io.postrider.delivery;

/**
 * The last failed attempt of a destination, as it is shown and saved.
 *
 * @param reason why it failed
 * @param status the HTTP status, or 0 if there was no response
 * @param detail a description without secrets
 * @param url where it was sent, without secrets
 * @param atMillis when it ended, by the wall clock
 */
public record LastError(
    FailureReason reason, int status, String detail, String url, long atMillis) {}
