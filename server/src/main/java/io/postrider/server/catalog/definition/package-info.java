/** Definitions of audiences and computed traits: forms, rules and JSON. */
@NullMarked
package io.postrider.server.catalog.definition;

import org.jspecify.annotations.NullMarked;
