/** Who may use the admin API: tokens with roles, and sessions of the dashboard. */
@NullMarked
package io.postrider.server.control.access;

import org.jspecify.annotations.NullMarked;
