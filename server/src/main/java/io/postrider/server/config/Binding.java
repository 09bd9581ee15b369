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
import java.util.Optional;
import java.util.Set;

/** Fills a record from the settings that share a prefix: component {@code maxAge}, key max-age. */
final class Binding {

  private final Settings settings;

  Binding(Settings settings) {
    this.settings = settings;
  }

  /** The record of a component's settings. */
  <R extends Record> R bind(Class<R> type, String prefix) {
    RecordComponent[] components = type.getRecordComponents();
    Object[] arguments = new Object[components.length];
    Class<?>[] types = new Class<?>[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      arguments[i] = value(key(prefix, components[i]), components[i].getGenericType());
    }
    try {
      Constructor<R> constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return constructor.newInstance(arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof ConfigException wrong) {
        throw wrong;
      }
      throw new IllegalStateException(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The keys that a record's components stand for. */
  static Set<String> keys(Class<? extends Record> type, String prefix) {
    Set<String> keys = new LinkedHashSet<>();
    for (RecordComponent component : type.getRecordComponents()) {
      keys.add(key(prefix, component));
    }
    return keys;
  }

  private static String key(String prefix, RecordComponent component) {
    ConfigKey named = component.getAnnotation(ConfigKey.class);
    if (named != null) {
      return prefix + named.value();
    }
    StringBuilder key = new StringBuilder(prefix);
    for (char c : component.getName().toCharArray()) {
      if (Character.isUpperCase(c)) {
        key.append('-');
      }
      key.append(Character.toLowerCase(c));
    }
    return key.toString();
  }

  private Object value(String key, Type type) {
    Settings.Setting setting = settings.setting(key);
    String text = setting.text().strip();
    try {
      return parse(text, type);
    } catch (IllegalArgumentException e) {
      throw new ConfigException(
          "The setting '" + key + "' (" + setting.origin() + ") is wrong: " + e.getMessage());
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
    if (type == int.class) {
      return number(text);
    } else if (type == Duration.class) {
      return DurationText.duration(text);
    } else if (type == ByteSize.class) {
      return ByteSize.parse(text);
    } else if (type == IpNetwork.class) {
      return IpNetwork.parse(text);
    } else if (type == Secret.class) {
      return Secret.of(text);
    } else if (type == Path.class) {
      return Path.of(text);
    } else if (type == String.class) {
      return text;
    }
    throw new IllegalStateException("no way to read a " + type);
  }

  private static int number(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + text + "' is not a whole number", e);
    }
  }

  private static Object constant(String text, Class<?> constants) {
    for (Object constant : constants.getEnumConstants()) {
      if (((Enum<?>) constant).name().equals(text.toUpperCase(Locale.ROOT))) {
        return constant;
      }
    }
    String allowed =
        String.join(
            ", ",
            Arrays.stream(constants.getEnumConstants())
                .map(constant -> ((Enum<?>) constant).name().toLowerCase(Locale.ROOT))
                .toList());
    throw new IllegalArgumentException("'" + text + "' is none of " + allowed);
  }
}
