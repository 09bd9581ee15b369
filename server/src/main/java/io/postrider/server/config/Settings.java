package io.postrider.server.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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

  /** Variables of the launcher and of commands, which are no settings. */
  private static final Set<String> OTHER_VARIABLES =
      Set.of(
          "POSTRIDER_CA",
          "POSTRIDER_JAVA_HOME",
          "POSTRIDER_JAVA_OPTS",
          "POSTRIDER_PROFILE",
          "POSTRIDER_URL",
          "POSTRIDER_WEBHOOK_SECRET",
          "POSTRIDER_WRITE_KEY");

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
    return load(file, environment, flags, Set.of());
  }

  /**
   * The same.
   *
   * @param options the long options of the command, such as {@code --port}, to suggest one of them
   */
  public static Settings load(
      @Nullable Path file,
      Map<String, String> environment,
      Map<String, String> flags,
      Set<String> options) {
    Map<String, Setting> values = reference();
    List<String> warnings = new ArrayList<>();
    if (file != null) {
      Properties properties = read(file);
      for (String key : new TreeSet<>(properties.stringPropertyNames())) {
        set(values, key, new Setting(properties.getProperty(key), "file " + file), Set.of());
      }
    }
    for (Map.Entry<String, String> variable : new TreeMap<>(environment).entrySet()) {
      String name = variable.getKey();
      if (!name.startsWith(VARIABLE_PREFIX) || OTHER_VARIABLES.contains(name)) {
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
      set(values, flag.getKey(), new Setting(flag.getValue(), "flag --" + flag.getKey()), options);
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

  private static void set(
      Map<String, Setting> values, String key, Setting setting, Set<String> options) {
    if (!values.containsKey(key)) {
      Set<String> known = new TreeSet<>(values.keySet());
      options.forEach(option -> known.add(option.substring(2)));
      String guess =
          DidYouMean.of(key, known)
              .map(name -> values.containsKey(name) ? name : "--" + name)
              .map(name -> "; did you mean '" + name + "'?")
              .orElse(".");
      throw new ConfigException("Unknown setting '" + key + "' (" + setting.origin() + ")" + guess);
    }
    values.put(key, setting);
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
      throw new ConfigException(
          "Cannot read the settings file " + file + ": " + FileErrorText.ofFile(file, e));
    }
    return properties;
  }
}
