/** The tracking API: reads, authenticates, normalizes, deduplicates and appends messages. */
@NullMarked
package io.postrider.server.ingest;

import org.jspecify.annotations.NullMarked;
