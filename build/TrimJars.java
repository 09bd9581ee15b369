import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * TrimJars FOLDER [MACHINE]: reduces the jars of a folder to what this program needs of them.
 *
 * <p>Manifests keep only what a JVM reads. Each start parses all of them before the program begins,
 * and most of their 180 KB are for build tools. With a machine, as of {@code uname -m}, native
 * libraries of other machines go as well. A signed jar stays as it is.
 */
final class TrimJars {

  private static final List<String> KEPT =
      List.of(
          "Multi-Release",
          "Automatic-Module-Name",
          "Implementation-Title",
          "Implementation-Version",
          "Class-Path",
          "Main-Class");

  /** What a manifest may have more than it needs; writing the jar again would cost more. */
  private static final int SPARED = 1_000;

  private static final Pattern SIGNATURE = Pattern.compile("META-INF/[^/]+\\.SF");
  private static final Pattern NATIVE = Pattern.compile(".*\\.(so|dll|dylib|jnilib|a)");
  private static final Map<String, String> NAMES =
      Map.of("x86_64", "x86_64|amd64", "aarch64", "aarch64|aarch_64|arm64");

  private TrimJars() {}

  public static void main(String[] arguments) throws IOException {
    Pattern wanted = arguments.length > 1 ? libraries(arguments[1]) : NATIVE;
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(Path.of(arguments[0]), "*.jar")) {
      for (Path jar : jars) {
        trim(jar, wanted);
      }
    }
  }

  private static Pattern libraries(String machine) {
    String name = NAMES.get(machine);
    if (name == null) {
      throw new IllegalArgumentException("unknown machine: " + machine);
    }
    return Pattern.compile("(.*/)?linux/(" + name + ")/.*|meta-inf/native/.*_(" + name + ")\\.so");
  }

  private static void trim(Path jar, Pattern wanted) throws IOException {
    Path trimmed = jar.resolveSibling(jar.getFileName() + ".trimmed");
    try (ZipFile from = new ZipFile(jar.toFile())) {
      byte[] manifest = manifest(from);
      boolean lean =
          manifest == null
              || from.getEntry(JarFile.MANIFEST_NAME).getSize() <= manifest.length + SPARED;
      if (from.stream().anyMatch(entry -> SIGNATURE.matcher(entry.getName()).matches())
          || lean && from.stream().allMatch(entry -> isWanted(entry, wanted))) {
        return;
      }
      try (ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(trimmed))) {
        for (ZipEntry entry :
            (Iterable<ZipEntry>) from.stream().map(ZipEntry.class::cast)::iterator) {
          if (isWanted(entry, wanted)) {
            copy(from, entry, manifest, to);
          }
        }
      }
    }
    Files.setLastModifiedTime(trimmed, Files.getLastModifiedTime(jar));
    Files.move(trimmed, jar, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void copy(ZipFile from, ZipEntry entry, byte[] manifest, ZipOutputStream to)
      throws IOException {
    ZipEntry copy = new ZipEntry(entry.getName());
    copy.setTime(entry.getTime());
    to.putNextEntry(copy);
    if (manifest != null && entry.getName().equals(JarFile.MANIFEST_NAME)) {
      to.write(manifest);
    } else {
      try (InputStream in = from.getInputStream(entry)) {
        in.transferTo(to);
      }
    }
    to.closeEntry();
  }

  private static boolean isWanted(ZipEntry entry, Pattern wanted) {
    String name = entry.getName().toLowerCase(Locale.ROOT);
    return !NATIVE.matcher(name).matches() || wanted.matcher(name).matches();
  }

  /** The reduced manifest; null if there is none. */
  private static byte[] manifest(ZipFile jar) throws IOException {
    ZipEntry entry = jar.getEntry(JarFile.MANIFEST_NAME);
    if (entry == null) {
      return null;
    }
    Manifest reduced = new Manifest();
    reduced.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    try (InputStream in = jar.getInputStream(entry)) {
      Attributes all = new Manifest(in).getMainAttributes();
      for (String name : KEPT) {
        if (all.getValue(name) != null) {
          reduced.getMainAttributes().putValue(name, all.getValue(name));
        }
      }
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    reduced.write(bytes);
    return bytes.toByteArray();
  }
}
