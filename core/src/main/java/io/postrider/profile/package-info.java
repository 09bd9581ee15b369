/**
 * Stored profiles of people and groups, and their merging: values in an encoding that every
 * database compares alike, traits with last-writer-wins, and size limits.
 */
@NullMarked
package io.postrider.profile;

import org.jspecify.annotations.NullMarked;
