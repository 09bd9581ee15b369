/** The admin API for notifications. */
@NullMarked
package io.postrider.server.alerts.api;

import org.jspecify.annotations.NullMarked;
