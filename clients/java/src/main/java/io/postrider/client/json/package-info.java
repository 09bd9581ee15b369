/** JSON for the client alone: a writer for every value a map can hold, a reader for answers. */
@NullMarked
package io.postrider.client.json;

import org.jspecify.annotations.NullMarked;
