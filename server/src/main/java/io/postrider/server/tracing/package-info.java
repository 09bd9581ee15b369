/** Spans of calls and attempts, exported to a collector of OpenTelemetry. */
@NullMarked
package io.postrider.server.tracing;

import org.jspecify.annotations.NullMarked;
