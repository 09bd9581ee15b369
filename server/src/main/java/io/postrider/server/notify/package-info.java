/**
 * Tells operators about destinations in trouble: {@link io.postrider.server.notify.Vigil} decides,
 * {@link io.postrider.server.notify.NotificationDesk} keeps and posts, {@link
 * io.postrider.server.notify.Notifier} is the thread. Knows nothing of deliveries but what its
 * ports say.
 */
@NullMarked
package io.postrider.server.notify;

import org.jspecify.annotations.NullMarked;
