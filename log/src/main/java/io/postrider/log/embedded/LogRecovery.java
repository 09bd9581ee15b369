package io.postrider.log.embedded;

import io.postrider.log.LogIdentity;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The first step of recovery: the result of scanning the log's folder. Reads every segment's header
 * and the whole newest segment. Changes nothing.
 *
 * @param manifest the list of segments, all of which were found
 * @param segments the sealed segments of the log, oldest first
 * @param nextSegment the position at which the log continues
 * @param unfinished segments that are not truncated, have no index or digest file, or are
 *     superseded by the next segment
 * @param orphans the names of files that are not part of the log
 */
record LogRecovery(
    LogManifest manifest,
    List<Segment> segments,
    NextSegment nextSegment,
    List<Segment> unfinished,
    List<String> orphans,
    long lastId) {

  static LogRecovery scan(Disk disk, boolean withDigests) throws IOException {
    Set<String> names = new HashSet<>(disk.list());
    LogManifest manifest = LogManifest.read(disk, names);
    NavigableMap<Long, SegmentHeader> found = readHeaders(disk, names);
    List<SegmentHeader> chain =
        SegmentChain.of(found, id -> disk.describe(FileNames.of(id, FileNames.SEGMENT)));
    manifest.requireAll(chain);
    List<String> orphans = orphans(names, chain);
    if (found.isEmpty()) {
      NextSegment first = NextSegment.ofNewLog(new LogIdentity(UUID.randomUUID()));
      return new LogRecovery(manifest, List.of(), first, List.of(), orphans, 0);
    }
    List<Segment> segments = sealed(disk, chain);
    SegmentHeader newest = chain.getLast();
    long size = sizeOf(disk, newest);
    manifest.requireWhole(newest, size);
    Segment last = Segment.sealed(disk, newest, size, size);
    NextSegment nextSegment = SegmentRecovery.of(last);
    boolean stays = nextSegment.previousId() == newest.id();
    last.advanceTo(stays ? nextSegment.previousEnd() : SegmentHeader.BYTES);
    List<Segment> unfinished = new ArrayList<>();
    for (Segment segment : segments) {
      // after a power failure, a file may have the stale bytes again that were cut off
      if (segment.fileBytes() > segment.end()
          || !names.contains(FileNames.of(segment.id(), FileNames.INDEX))
          || (withDigests && !names.contains(FileNames.of(segment.id(), FileNames.DIGESTS)))) {
        unfinished.add(segment);
      }
    }
    unfinished.add(last);
    if (stays) {
      segments.add(last);
    }
    return new LogRecovery(manifest, segments, nextSegment, unfinished, orphans, found.lastKey());
  }

  /** The headers of all segment files, by ID. */
  private static NavigableMap<Long, SegmentHeader> readHeaders(Disk disk, Set<String> names)
      throws IOException {
    NavigableMap<Long, SegmentHeader> found = new TreeMap<>();
    for (String name : names) {
      OptionalLong id = FileNames.segmentId(name, FileNames.SEGMENT);
      if (id.isPresent()) {
        SegmentHeader header = readHeader(disk, name, id.getAsLong());
        if (header == null) {
          throw Corruption.header(disk.describe(name));
        }
        found.put(id.getAsLong(), header);
      }
    }
    return found;
  }

  private static List<Segment> sealed(Disk disk, List<SegmentHeader> headers) throws IOException {
    List<Segment> segments = new ArrayList<>();
    for (int i = 0; i + 1 < headers.size(); i++) {
      long end = headers.get(i + 1).previousEnd();
      long size = sizeOf(disk, headers.get(i));
      Segment segment = Segment.sealed(disk, headers.get(i), end, size);
      if (size < end) {
        throw Corruption.shortened(segment.describe(), size, end);
      }
      segments.add(segment);
    }
    return segments;
  }

  /** The header of a segment file; null if it is corrupt. */
  static @Nullable SegmentHeader readHeader(Disk disk, String name, long id) throws IOException {
    ByteBuffer page = ByteBuffer.allocate(SegmentHeader.BYTES);
    try (DiskFile file = disk.open(name)) {
      file.read(page, 0);
    }
    page.flip();
    if (SegmentHeader.isOtherVersion(page)) {
      throw Corruption.version(disk.describe(name));
    }
    SegmentHeader header = SegmentHeader.decode(page);
    if (header != null && header.id() != id) {
      throw Corruption.foreign(disk.describe(name), "it is segment " + header.id());
    }
    return header;
  }

  static long sizeOf(Disk disk, SegmentHeader header) throws IOException {
    try (DiskFile file = disk.open(FileNames.of(header.id(), FileNames.SEGMENT))) {
      return file.size();
    }
  }

  private static List<String> orphans(Set<String> names, List<SegmentHeader> chain) {
    Set<Long> kept = new HashSet<>();
    chain.forEach(header -> kept.add(header.id()));
    List<String> orphans = new ArrayList<>();
    for (String name : names) {
      boolean unknown = false;
      for (String kind : List.of(FileNames.SEGMENT, FileNames.INDEX, FileNames.DIGESTS)) {
        OptionalLong id = FileNames.segmentId(name, kind);
        unknown |= id.isPresent() && !kept.contains(id.getAsLong());
      }
      if (unknown || name.endsWith(FileNames.TEMPORARY)) {
        orphans.add(name);
      }
    }
    return orphans;
  }
}
