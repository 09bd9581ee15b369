/**
 * Deletion requests and suppressed users: takes requests, carries them out, tells how they stand.
 */
@NullMarked
package io.postrider.server.privacy;

import org.jspecify.annotations.NullMarked;
