/** Profiles as stored: comparable values, traits with last-writer-wins, size limits. */
@NullMarked
package io.postrider.profile;

import org.jspecify.annotations.NullMarked;
