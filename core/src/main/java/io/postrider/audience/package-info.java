/**
 * Who is asked for: conditions over what is known of people, and values worked out from what they
 * did. Definitions as data; whoever computes them is elsewhere.
 */
@NullMarked
package io.postrider.audience;

import org.jspecify.annotations.NullMarked;
