import { useCallback } from "react";
import { useSearchParams } from "react-router";

/** A word in the address: what it is, and how to change it. The fallback is not written there. */
export function useParam(name: string, fallback = ""): [string, (value: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const set = useCallback(
    (value: string) =>
      setParameters(
        (before) => {
          const after = new URLSearchParams(before);
          if (value === "" || value === fallback) {
            after.delete(name);
          } else {
            after.set(name, value);
          }
          if (name !== "page") {
            after.delete("cursor");
            after.delete("page");
          }
          return after;
        },
        { replace: true },
      ),
    [name, fallback, setParameters],
  );
  return [parameters.get(name) ?? fallback, set];
}
