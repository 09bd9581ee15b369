/** The deduplication window: which message IDs were accepted lately, in bounded memory. */
@NullMarked
package io.postrider.server.ingest.dedupe;

import org.jspecify.annotations.NullMarked;
