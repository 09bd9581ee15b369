import { useCallback } from "react";
import { useSearchParams } from "react-router";

/** A query parameter of the URL: its value and a setter. The fallback is not written to the URL. */
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
