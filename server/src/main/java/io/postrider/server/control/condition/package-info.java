/** What filters and audiences have in common as JSON: comparisons, and what joins conditions. */
@NullMarked
package io.postrider.server.control.condition;

import org.jspecify.annotations.NullMarked;
