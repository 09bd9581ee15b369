/** The demo: the service, two receivers and the traffic of a web shop, in one process. */
@NullMarked
package io.postrider.server.commands.demo;

import org.jspecify.annotations.NullMarked;
