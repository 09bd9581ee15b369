/** Remembering message ids for a while, in bounded memory. */
@NullMarked
package io.postrider.server.collect.dedupe;

import org.jspecify.annotations.NullMarked;
