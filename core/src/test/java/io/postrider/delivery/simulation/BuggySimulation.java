package io.postrider.delivery.simulation;

import io.postrider.delivery.DeliveryMachine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;

/**
 * The simulation around a machine with a bug: one class is compiled from changed source, and it,
 * the rest of the machine and the simulation are loaded once more beside the real ones.
 */
public final class BuggySimulation {

  private static final List<String> PACKAGES =
      List.of("io.postrider.delivery.", "io.postrider.ledger.", "io.postrider.ownership.");
  private static final List<Path> SOURCES =
      List.of(Path.of("src/main/java"), Path.of("src/test/java"));

  private final MethodHandle failure;

  /**
   * @param simulation has the public method {@code failure}
   */
  public BuggySimulation(Class<?> simulation, PlantedBug bug)
      throws IOException, ReflectiveOperationException {
    Path file = file(bug.type());
    String source = bug.plantedIn(Files.readString(file));
    ClassLoader loader = new Loader(compile(file.toString(), source));
    this.failure =
        MethodHandles.publicLookup()
            .findStatic(
                loader.loadClass(simulation.getName()),
                "failure",
                MethodType.methodType(String.class, long.class));
  }

  /**
   * The failure of the first seed that finds the bug, or null. The bug's own seed is tried first,
   * unless {@code -Dpostrider.search=true} asks how many seeds it takes.
   */
  public @Nullable String search(PlantedBug bug, int mostSeeds) {
    if (!Boolean.getBoolean("postrider.search")) {
      String found = failure(bug.seed());
      if (found != null) {
        System.out.printf("%s: seed %d: %s%n", bug, bug.seed(), found);
        return found;
      }
    }
    for (long seed = 1; seed <= mostSeeds; seed++) {
      String found = failure(seed);
      if (found != null) {
        System.out.printf("%s: %d seeds: %s%n", bug, seed, found);
        return found;
      }
    }
    return null;
  }

  /** The failure of a seed, or null. */
  private @Nullable String failure(long seed) {
    try {
      return (String) failure.invokeExact(seed);
    } catch (Error | RuntimeException thrown) {
      throw thrown;
    } catch (Throwable thrown) {
      throw new IllegalStateException(thrown);
    }
  }

  private static Path file(String type) {
    return SOURCES.stream()
        .flatMap(
            root ->
                PACKAGES.stream()
                    .map(name -> root.resolve(name.replace('.', '/') + type + ".java")))
        .filter(Files::exists)
        .findFirst()
        .orElseThrow();
  }

  private static Map<String, byte[]> compile(String path, String source) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    Map<String, ByteArrayOutputStream> made = new HashMap<>();
    StringWriter complaints = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      JavaCompiler.CompilationTask task =
          compiler.getTask(
              complaints,
              new Keeping(files, made),
              null,
              List.of("-nowarn", "-proc:none", "-classpath", classPath()),
              null,
              List.of(new Source(path, source)));
      if (!task.call()) {
        throw new IllegalStateException(complaints.toString());
      }
    }
    return made.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().toByteArray()));
  }

  private static String classPath() {
    return Stream.of(
            DeliveryMachine.class, BuggySimulation.class, RoaringBitmap.class, NullMarked.class)
        .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
        .map(url -> Path.of(URI.create(url.toString())).toString())
        .distinct()
        .collect(Collectors.joining(java.io.File.pathSeparator));
  }

  /** Source in memory. */
  private static final class Source extends SimpleJavaFileObject {

    private final String text;

    Source(String path, String text) {
      super(URI.create("memory:///" + path), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  /** Compiles into memory. */
  private static final class Keeping extends ForwardingJavaFileManager<JavaFileManager> {

    private final Map<String, ByteArrayOutputStream> made;

    Keeping(JavaFileManager files, Map<String, ByteArrayOutputStream> made) {
      super(files);
      this.made = made;
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String name, JavaFileObject.Kind kind, @Nullable FileObject sibling) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      made.put(name, bytes);
      return new SimpleJavaFileObject(URI.create("memory:///" + name), kind) {
        @Override
        public OutputStream openOutputStream() {
          return bytes;
        }
      };
    }
  }

  /** Loads separate copies of the machine and the simulation. */
  private static final class Loader extends ClassLoader {

    private final Map<String, byte[]> changed;

    Loader(Map<String, byte[]> changed) {
      super(BuggySimulation.class.getClassLoader());
      this.changed = changed;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (PACKAGES.stream().noneMatch(name::startsWith)) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        if (known != null) {
          return known;
        }
        byte[] bytes = changed.containsKey(name) ? changed.get(name) : unchanged(name);
        return defineClass(name, bytes, 0, bytes.length);
      }
    }

    private byte[] unchanged(String name) throws ClassNotFoundException {
      try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        return in.readAllBytes();
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
