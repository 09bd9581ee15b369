package io.postrider.server.folder;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32C;

/**
 * The content of the manifest. Immutable.
 *
 * <p>Its text has a line for the format version, one for each fact, and one with a checksum.
 *
 * @param files the files that must exist, each with a mark that identifies its content, or an empty
 *     text
 * @param damaged files that were found damaged while the program ran
 * @param setAside files that were moved out of the way, oldest first
 * @param compactRecords whether the log may have compact records, which releases that know only
 *     version 1 cannot read
 */
record Manifest(
    Map<DataFile, String> files,
    Set<DataFile> damaged,
    List<SetAside> setAside,
    boolean compactRecords) {

  static final int VERSION = 2;
  static final Manifest EMPTY = new Manifest(Map.of(), Set.of(), List.of(), false);

  /** Manifests without compact records have it, so that earlier releases read them. */
  private static final int FIRST_VERSION = 1;

  private static final String TITLE = "postrider-manifest ";
  private static final String END = "checksum ";

  Manifest {
    files = Map.copyOf(files);
    damaged = Set.copyOf(damaged);
    setAside = List.copyOf(setAside);
  }

  Manifest with(DataFile file, String mark) {
    Map<DataFile, String> more = new EnumMap<>(DataFile.class);
    more.putAll(files);
    more.put(file, mark);
    return new Manifest(more, damaged, setAside, compactRecords);
  }

  /** Without a file, which need not exist any more. */
  Manifest without(DataFile file) {
    Map<DataFile, String> fewer = new EnumMap<>(DataFile.class);
    fewer.putAll(files);
    fewer.remove(file);
    return new Manifest(fewer, damaged, setAside, compactRecords).withoutDamaged(file);
  }

  Manifest withoutDamaged(DataFile file) {
    Set<DataFile> fewer = new HashSet<>(damaged);
    fewer.remove(file);
    return new Manifest(files, fewer, setAside, compactRecords);
  }

  Manifest withDamaged(DataFile file) {
    Set<DataFile> more = EnumSet.of(file);
    more.addAll(damaged);
    return new Manifest(files, more, setAside, compactRecords);
  }

  Manifest withSetAside(List<SetAside> changed) {
    return new Manifest(files, damaged, changed, compactRecords);
  }

  Manifest withCompactRecords() {
    return new Manifest(files, damaged, setAside, true);
  }

  /** The text of the file. */
  String text() {
    int version = compactRecords ? VERSION : FIRST_VERSION;
    StringBuilder text = new StringBuilder(TITLE).append(version).append('\n');
    for (DataFile file : DataFile.values()) {
      String mark = files.get(file);
      if (mark != null) {
        text.append("file ").append(file.fileName());
        text.append(mark.isEmpty() ? "" : " " + mark).append('\n');
      }
      if (damaged.contains(file)) {
        text.append("damaged ").append(file.fileName()).append('\n');
      }
    }
    for (SetAside one : setAside) {
      text.append("set-aside %s %s %s\n".formatted(one.file().fileName(), one.at(), one.name()));
    }
    return text + END + checksum(text.toString()) + "\n";
  }

  /** Whether a text was written by a later release. */
  static boolean isOfLaterRelease(String text) {
    return version(text) > VERSION;
  }

  /** The version of a text, or 0 if it has none. */
  private static int version(String text) {
    int end = text.indexOf('\n');
    String number = text.startsWith(TITLE) && end > 0 ? text.substring(TITLE.length(), end) : "";
    return number.matches("[1-9][0-9]{0,8}") ? Integer.parseInt(number) : 0;
  }

  /** Parses a text; empty if it is not whole. */
  static Optional<Manifest> parse(String text) {
    int end = text.lastIndexOf(END);
    if (end < 0 || !text.substring(end).equals(END + checksum(text.substring(0, end)) + "\n")) {
      return Optional.empty();
    }
    List<String> lines = text.substring(0, end).lines().toList();
    int version = version(text);
    if (version < FIRST_VERSION || version > VERSION) {
      return Optional.empty();
    }
    Manifest found = version == FIRST_VERSION ? EMPTY : EMPTY.withCompactRecords();
    List<SetAside> aside = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] words = line.split(" ", -1);
      DataFile file = words.length < 2 ? null : DataFile.named(words[1]).orElse(null);
      if (file == null) {
        return Optional.empty();
      }
      switch (words[0]) {
        case "file" -> found = found.with(file, words.length > 2 ? words[2] : "");
        case "damaged" -> found = found.withDamaged(file);
        case "set-aside" -> SetAside.parse(file, words).ifPresent(aside::add);
        default -> {
          return Optional.empty();
        }
      }
    }
    return Optional.of(found.withSetAside(aside));
  }

  private static String checksum(String text) {
    CRC32C crc = new CRC32C();
    crc.update(text.getBytes(UTF_8));
    return HexFormat.of().toHexDigits((int) crc.getValue());
  }
}
