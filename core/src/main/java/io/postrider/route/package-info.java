/** Where messages come from and go to: the catalog as one immutable snapshot. */
@NullMarked
package io.postrider.route;

import org.jspecify.annotations.NullMarked;
