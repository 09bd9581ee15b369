/** Deletion and suppression of users. */
@NullMarked
package io.postrider.privacy;

import org.jspecify.annotations.NullMarked;
