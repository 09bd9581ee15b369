/** The overview: totals over all features, and what needs attention. */
@NullMarked
package io.postrider.server.overview;

import org.jspecify.annotations.NullMarked;
