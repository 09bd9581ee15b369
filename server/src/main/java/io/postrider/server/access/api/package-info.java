/** The admin API for tokens, sessions and the audit trail. */
@NullMarked
package io.postrider.server.access.api;

import org.jspecify.annotations.NullMarked;
