/** Profiles, memberships and the outbox in SQL. */
@NullMarked
package io.postrider.server.people.sql;

import org.jspecify.annotations.NullMarked;
