package io.postrider.server.http.admin;

/** The result of an endpoint: a complete response or a stream. */
public sealed interface Reply permits ApiResponse, StreamedResponse {}
