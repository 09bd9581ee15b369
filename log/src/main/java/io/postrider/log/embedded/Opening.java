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
import java.util.function.Supplier;

/**
 * What is found in a folder when it is opened as a log. Reads every segment's header and the newest
 * segment, nothing else, and changes nothing.
 *
 * @param segments those that stay, sealed, oldest first
 * @param goOn where the log goes on
 * @param toFinish segments that lack their side files, or that the next one supersedes
 * @param leftovers names of files that are not part of the log
 * @param lastId the highest segment id ever used
 */
record Opening(
    List<Segment> segments,
    Continuation goOn,
    List<Segment> toFinish,
    List<String> leftovers,
    long lastId) {

  static Opening look(Disk disk, boolean withDigests, Supplier<LogIdentity> newIdentity)
      throws IOException {
    Set<String> names = new HashSet<>(disk.list());
    NavigableMap<Long, SegmentHeader> found = new TreeMap<>();
    for (String name : names) {
      OptionalLong id = FileNames.segmentId(name, FileNames.SEGMENT);
      if (id.isPresent()) {
        found.put(id.getAsLong(), readHeader(disk, name, id.getAsLong()));
      }
    }
    Chain chain = Chain.of(found, id -> disk.describe(FileNames.of(id, FileNames.SEGMENT)));
    List<String> leftovers = leftovers(names, chain);
    if (found.isEmpty()) {
      Continuation first = Continuation.ofNewLog(newIdentity.get());
      return new Opening(List.of(), first, List.of(), leftovers, 0);
    }
    List<Segment> segments = sealed(disk, chain.headers());
    SegmentHeader newest = chain.headers().getLast();
    long size = sizeOf(disk, newest);
    Segment last = Segment.sealed(disk, newest, size, size);
    Continuation goOn = TailScan.of(last);
    boolean stays = goOn.previousId() == newest.id();
    last.advanceTo(stays ? goOn.previousEnd() : SegmentHeader.BYTES);
    List<Segment> toFinish = new ArrayList<>();
    for (Segment segment : segments) {
      if (!names.contains(FileNames.of(segment.id(), FileNames.INDEX))
          || (withDigests && !names.contains(FileNames.of(segment.id(), FileNames.DIGESTS)))) {
        toFinish.add(segment);
      }
    }
    toFinish.add(last);
    if (stays) {
      segments.add(last);
    }
    return new Opening(segments, goOn, toFinish, leftovers, found.lastKey());
  }

  private static List<Segment> sealed(Disk disk, List<SegmentHeader> headers) throws IOException {
    List<Segment> segments = new ArrayList<>();
    for (int i = 0; i + 1 < headers.size(); i++) {
      long end = headers.get(i + 1).previousEnd();
      long size = sizeOf(disk, headers.get(i));
      Segment segment = Segment.sealed(disk, headers.get(i), end, size);
      if (size < end) {
        throw Damage.shortened(segment.describe(), size, end);
      }
      segments.add(segment);
    }
    return segments;
  }

  private static SegmentHeader readHeader(Disk disk, String name, long id) throws IOException {
    ByteBuffer page = ByteBuffer.allocate(SegmentHeader.BYTES);
    try (DiskFile file = disk.open(name)) {
      file.read(page, 0);
    }
    page.flip();
    if (SegmentHeader.isOtherVersion(page)) {
      throw Damage.version(disk.describe(name));
    }
    SegmentHeader header = SegmentHeader.decode(page);
    if (header == null) {
      throw Damage.header(disk.describe(name));
    }
    if (header.id() != id) {
      throw Damage.foreign(disk.describe(name), "it is segment " + header.id());
    }
    return header;
  }

  private static long sizeOf(Disk disk, SegmentHeader header) throws IOException {
    try (DiskFile file = disk.open(FileNames.of(header.id(), FileNames.SEGMENT))) {
      return file.size();
    }
  }

  private static List<String> leftovers(Set<String> names, Chain chain) {
    Set<Long> kept = new HashSet<>();
    chain.headers().forEach(header -> kept.add(header.id()));
    List<String> leftovers = new ArrayList<>();
    for (String name : names) {
      boolean unknown = false;
      for (String kind : List.of(FileNames.SEGMENT, FileNames.INDEX, FileNames.DIGESTS)) {
        OptionalLong id = FileNames.segmentId(name, kind);
        unknown |= id.isPresent() && !kept.contains(id.getAsLong());
      }
      if (unknown || name.endsWith(FileNames.UNFINISHED)) {
        leftovers.add(name);
      }
    }
    return leftovers;
  }
}
