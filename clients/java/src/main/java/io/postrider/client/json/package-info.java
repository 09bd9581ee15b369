/** JSON of the client: a writer for messages and a reader for responses. */
@NullMarked
package io.postrider.client.json;

import org.jspecify.annotations.NullMarked;
