package io.postrider.message;

/** What came of reading a request body. */
public sealed interface BodyResult permits Rejection, ScannedBody {}
