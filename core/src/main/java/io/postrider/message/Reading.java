package io.postrider.message;

/** What came of reading a request body. */
public sealed interface Reading permits Rejection, ScannedBody {}
