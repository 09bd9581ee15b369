/** What the admin side asks of the delivering side, answered: where the two meet. */
@NullMarked
package io.postrider.server.bridge;

import org.jspecify.annotations.NullMarked;
