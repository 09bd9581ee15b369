/** Who may use the admin API: tokens, sessions, roles, redaction, and the audit trail. */
@NullMarked
package io.postrider.server.access;

import org.jspecify.annotations.NullMarked;
