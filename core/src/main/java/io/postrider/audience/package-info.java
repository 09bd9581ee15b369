/** Definitions of audiences and computed traits, as data. The server computes them. */
@NullMarked
package io.postrider.audience;

import org.jspecify.annotations.NullMarked;
