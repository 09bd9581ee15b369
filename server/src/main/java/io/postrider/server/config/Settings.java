package io.postrider.server.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Every setting as text, with its origin. Flags override the environment, which overrides a
 * properties file, which overrides {@code reference.properties}.
 *
 * <p>Immutable. Invariant: the keys are exactly those of {@code reference.properties}.
 */
public final class Settings {

  private static final String REFERENCE = "reference.properties";
  private static final String VARIABLE_PREFIX = "POSTRIDER_";

  /** Variables of the launcher. */
  private static final Set<String> LAUNCHER_VARIABLES =
      Set.of("POSTRIDER_JAVA_HOME", "POSTRIDER_JAVA_OPTS");

  private final Map<String, Setting> values;
  private final List<String> warnings;

  /**
   * The text of one setting.
   *
   * @param origin where it was set, for messages
   */
  record Setting(String text, String origin) {}

  private Settings(Map<String, Setting> values, List<String> warnings) {
    this.values = values;
    this.warnings = List.copyOf(warnings);
  }

  /** Reads file, environment and flags; a later one wins. */
  public static Settings load(
      @Nullable Path file, Map<String, String> environment, Map<String, String> flags) {
    Map<String, Setting> values = reference();
    List<String> warnings = new ArrayList<>();
    if (file != null) {
      Properties properties = read(file);
      for (String key : new TreeSet<>(properties.stringPropertyNames())) {
        set(values, key, properties.getProperty(key), "file " + file);
      }
    }
    for (Map.Entry<String, String> variable : new TreeMap<>(environment).entrySet()) {
      String name = variable.getKey();
      if (!name.startsWith(VARIABLE_PREFIX) || LAUNCHER_VARIABLES.contains(name)) {
        continue;
      }
      String key = keyOf(name, values.keySet());
      if (key == null) {
        warnings.add("Ignoring environment variable " + name + ": no such setting.");
      } else {
        values.put(key, new Setting(variable.getValue(), "environment variable " + name));
      }
    }
    for (Map.Entry<String, String> flag : new TreeMap<>(flags).entrySet()) {
      set(values, flag.getKey(), flag.getValue(), "flag --" + flag.getKey());
    }
    return new Settings(values, warnings);
  }

  /** Problems that do not prevent the start. */
  public List<String> warnings() {
    return warnings;
  }

  /** All known keys. */
  public Set<String> keys() {
    return values.keySet();
  }

  Setting setting(String key) {
    Setting setting = values.get(key);
    if (setting == null) {
      throw new IllegalArgumentException("no key " + key + " in " + REFERENCE);
    }
    return setting;
  }

  private static void set(Map<String, Setting> values, String key, String text, String origin) {
    if (!values.containsKey(key)) {
      String guess =
          DidYouMean.of(key, values.keySet())
              .map(name -> "; did you mean '" + name + "'?")
              .orElse(".");
      throw new ConfigException("Unknown setting '" + key + "' (" + origin + ")" + guess);
    }
    values.put(key, new Setting(text, origin));
  }

  private static @Nullable String keyOf(String variable, Set<String> keys) {
    for (String key : keys) {
      if (variableOf(key).equals(variable)) {
        return key;
      }
    }
    return null;
  }

  private static String variableOf(String key) {
    return VARIABLE_PREFIX + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
  }

  private static Map<String, Setting> reference() {
    Properties properties = new Properties();
    try (InputStream in = Settings.class.getResourceAsStream(REFERENCE)) {
      if (in == null) {
        throw new IllegalStateException(REFERENCE + " is missing from the program");
      }
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, Setting> values = new TreeMap<>();
    for (String key : properties.stringPropertyNames()) {
      values.put(key, new Setting(properties.getProperty(key), "default"));
    }
    return values;
  }

  private static Properties read(Path file) {
    Properties properties = new Properties();
    try (Reader reader = new StringReader(Files.readString(file, StandardCharsets.UTF_8))) {
      properties.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      throw new ConfigException("Cannot read the settings file " + file + ": " + reason(file, e));
    }
    return properties;
  }

  private static String reason(Path file, Exception e) {
    if (Files.isDirectory(file)) {
      return "it is a folder.";
    }
    return switch (e) {
      case NoSuchFileException _ -> "the file does not exist.";
      case AccessDeniedException _ -> "permission denied.";
      case CharacterCodingException _ -> "it is not UTF-8.";
      default -> String.valueOf(e.getMessage());
    };
  }
}
