/** The audit trail: who changed what and when, kept with the change itself. */
@NullMarked
package io.postrider.server.control.audit;

import org.jspecify.annotations.NullMarked;
