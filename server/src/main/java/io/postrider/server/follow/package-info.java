/**
 * Following the log: reading it all, in order, and keeping what is derived from it together with
 * how far that has come. Knows nothing of what is derived.
 */
@NullMarked
package io.postrider.server.follow;

import org.jspecify.annotations.NullMarked;
