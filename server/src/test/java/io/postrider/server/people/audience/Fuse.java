package io.postrider.server.people.audience;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** Simulates a crash before or after one of many calls. */
final class Fuse {

  /** The simulated crash. */
  static final class Blown extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private final int at;
  private final boolean after;
  private boolean armed = true;
  private int calls;

  /**
   * A fuse.
   *
   * @param at the call that it blows at; none if that is negative
   * @param after whether that call is made, and nobody hears what came of it
   */
  Fuse(int at, boolean after) {
    this.at = at;
    this.after = after;
  }

  /** Lets all further calls pass. */
  void disarm() {
    armed = false;
  }

  int calls() {
    return calls;
  }

  /** A proxy that crashes by this fuse. */
  <T> T in(Class<T> type, T part) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              boolean blows = armed && calls++ == at;
              if (blows && !after) {
                throw new Blown();
              }
              try {
                Object result = method.invoke(part, arguments);
                if (blows) {
                  throw new Blown();
                }
                return result;
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            }));
  }
}
