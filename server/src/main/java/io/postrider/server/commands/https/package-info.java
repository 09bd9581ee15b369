/** HTTPS of commands that call a service: whom they trust, and why a connection fails. */
@NullMarked
package io.postrider.server.commands.https;

import org.jspecify.annotations.NullMarked;
