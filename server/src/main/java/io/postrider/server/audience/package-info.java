/**
 * Keeping audiences and computed traits up to date: what has to be looked at and when, and bringing
 * changes into the log.
 */
@NullMarked
package io.postrider.server.audience;

import org.jspecify.annotations.NullMarked;
