/**
 * Sends many calls to the tracking API: reads files of calls, sends batches, repeats what was not
 * answered, and remembers how far it came.
 */
@NullMarked
package io.postrider.server.commands.importer;

import org.jspecify.annotations.NullMarked;
