/** Sources, destinations and routing: the catalog as one immutable snapshot. */
@NullMarked
package io.postrider.route;

import org.jspecify.annotations.NullMarked;
