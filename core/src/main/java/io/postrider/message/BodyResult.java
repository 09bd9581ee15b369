package io.postrider.message;

/** The result of reading a request body. */
public sealed interface BodyResult permits Rejection, ScannedBody {}
