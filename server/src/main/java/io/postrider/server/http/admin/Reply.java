package io.postrider.server.http.admin;

/** What an endpoint answers: all of it at once, or piece by piece. */
public sealed interface Reply permits ApiResponse, StreamedResponse {}
