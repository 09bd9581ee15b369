/** Alerts: decides, stores and posts notifications about failing destinations. */
@NullMarked
package io.postrider.server.alerts;

import org.jspecify.annotations.NullMarked;
