package io.postrider.server.config;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Fills records from settings: component {@code maxAge} of record {@code log}, key log.max-age. */
final class Binding {

  private static final Map<Class<?>, Function<String, Object>> PARSERS =
      Map.of(
          int.class, Binding::number,
          Integer.class, Binding::number,
          Duration.class, DurationText::duration,
          ByteSize.class, ByteSize::parse,
          IpNetwork.class, IpNetwork::parse,
          Secret.class, Secret::of,
          Path.class, Path::of,
          String.class, text -> text);

  /** A component whose keys have no prefix. */
  private static final String NO_PREFIX = "node";

  private final Settings settings;

  Binding(Settings settings) {
    this.settings = settings;
  }

  /** Creates a record from the settings whose keys start with a prefix. */
  <R extends Record> R bind(Class<R> type, String prefix) {
    RecordComponent[] components = type.getRecordComponents();
    Object[] arguments = new Object[components.length];
    Class<?>[] types = new Class<?>[components.length];
    for (int i = 0; i < components.length; i++) {
      RecordComponent component = components[i];
      types[i] = component.getType();
      arguments[i] =
          isGroup(component)
              ? bind(types[i].asSubclass(Record.class), groupPrefix(prefix, component))
              : value(key(prefix, component), component.getGenericType());
    }
    try {
      Constructor<R> constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return constructor.newInstance(arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof ConfigException invalid) {
        throw invalid;
      }
      throw new IllegalStateException(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The keys of a record's components. */
  static Set<String> keys(Class<? extends Record> type, String prefix) {
    Set<String> keys = new LinkedHashSet<>();
    for (RecordComponent component : type.getRecordComponents()) {
      if (isGroup(component)) {
        keys.addAll(
            keys(component.getType().asSubclass(Record.class), groupPrefix(prefix, component)));
      } else {
        keys.add(key(prefix, component));
      }
    }
    return keys;
  }

  private static boolean isGroup(RecordComponent component) {
    return component.getType().isRecord() && !PARSERS.containsKey(component.getType());
  }

  private static String groupPrefix(String prefix, RecordComponent component) {
    return component.getName().equals(NO_PREFIX) ? prefix : key(prefix, component) + ".";
  }

  private static String key(String prefix, RecordComponent component) {
    StringBuilder key = new StringBuilder(prefix);
    String name = component.getName();
    for (int i = 0; i < name.length(); i++) {
      char letter = name.charAt(i);
      if (Character.isUpperCase(letter)) {
        key.append('-');
      }
      key.append(Character.toLowerCase(letter));
    }
    return key.toString();
  }

  private Object value(String key, Type type) {
    Settings.Setting setting = settings.setting(key);
    try {
      return parse(setting.text().strip(), type);
    } catch (IllegalArgumentException e) {
      throw new ConfigException(
          "The setting '" + key + "' (" + setting.origin() + ") is invalid: " + e.getMessage());
    }
  }

  private static Object parse(String text, Type type) {
    if (type instanceof ParameterizedType of && of.getRawType() == List.class) {
      return Arrays.stream(text.split(","))
          .map(String::strip)
          .filter(item -> !item.isEmpty())
          .map(item -> parse(item, of.getActualTypeArguments()[0]))
          .toList();
    }
    if (type instanceof ParameterizedType of && of.getRawType() == Optional.class) {
      return text.isEmpty()
          ? Optional.empty()
          : Optional.of(parse(text, of.getActualTypeArguments()[0]));
    }
    if (type instanceof Class<?> constants && constants.isEnum()) {
      return constant(text, constants);
    }
    Function<String, Object> parser = PARSERS.get(type);
    if (parser == null) {
      throw new IllegalStateException("no parser for " + type);
    }
    return parser.apply(text);
  }

  private static int number(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + text + "' is not an integer", e);
    }
  }

  private static Object constant(String text, Class<?> constants) {
    List<String> names =
        Arrays.stream(constants.getEnumConstants())
            .map(constant -> ((Enum<?>) constant).name().toLowerCase(Locale.ROOT))
            .toList();
    int index = names.indexOf(text.toLowerCase(Locale.ROOT));
    if (index < 0) {
      throw new IllegalArgumentException("'" + text + "' is none of " + String.join(", ", names));
    }
    return constants.getEnumConstants()[index];
  }
}
