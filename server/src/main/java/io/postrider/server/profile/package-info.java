/** Keeping profiles from the log: whose a message is, what it says of them, and what is kept. */
@NullMarked
package io.postrider.server.profile;

import org.jspecify.annotations.NullMarked;
