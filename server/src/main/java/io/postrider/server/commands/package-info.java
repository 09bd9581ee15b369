/** The subcommands of the program, and what they share: the profile, the client, errors. */
@NullMarked
package io.postrider.server.commands;

import org.jspecify.annotations.NullMarked;
