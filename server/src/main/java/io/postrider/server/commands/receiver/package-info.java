/** A webhook receiver for trying things out: it verifies signatures, and fails on demand. */
@NullMarked
package io.postrider.server.commands.receiver;

import org.jspecify.annotations.NullMarked;
