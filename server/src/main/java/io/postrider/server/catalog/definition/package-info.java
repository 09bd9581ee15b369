/** Definitions of audiences and computed traits: forms, validation and the admin API. */
@NullMarked
package io.postrider.server.catalog.definition;

import org.jspecify.annotations.NullMarked;
