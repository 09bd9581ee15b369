/** What people may ask of data about them: deletion and suppression. */
@NullMarked
package io.postrider.privacy;

import org.jspecify.annotations.NullMarked;
