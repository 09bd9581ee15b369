package io.postrider.server.background;

import org.jspecify.annotations.Nullable;

/**
 * A move of a bookmark over a stretch of a partition.
 *
 * @param before the bookmark that must still be there; null if there was none
 * @param after what takes its place
 * @param lost how many offsets of the stretch retention had taken away before they were read
 */
public record BookmarkMove(int partition, @Nullable Bookmark before, Bookmark after, long lost) {}
