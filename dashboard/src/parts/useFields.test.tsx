import { act, renderHook } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { ApiError } from "../api/client";
import { useFields } from "./useFields";

const validate = ({ name }: { name: string }) =>
  name === "" ? { name: "must not be empty" } : ({} as Record<string, string>);

const saveError = new ApiError({
  type: "urn:postrider:problem:invalid-fields",
  title: "Invalid",
  status: 422,
  detail: "Some fields are invalid.",
  errors: [{ field: "name", message: "is taken" }],
});

describe("a form", () => {
  test("shows no errors before a field is touched", () => {
    const { result } = renderHook(() => useFields({ name: "" }, validate));
    expect(result.current.error("name")).toBeUndefined();
    act(() => result.current.change("name", { name: "" }));
    expect(result.current.error("name")).toBe("must not be empty");
  });

  test("does not send invalid values, and shows all errors", async () => {
    const { result } = renderHook(() => useFields({ name: "" }, validate));
    let sent = false;
    await act(() =>
      result.current.submit(async () => {
        sent = true;
      }),
    );
    expect(sent).toBe(false);
    expect(result.current.error("name")).toBe("must not be empty");
  });

  test("shows the service's errors at their field, until it changes", async () => {
    const { result } = renderHook(() => useFields({ name: "ada" }, validate));
    await act(() => result.current.submit(() => Promise.reject(saveError)));
    expect(result.current.error("name")).toBe("is taken");
    expect(result.current.saveError).toBe(saveError);
    act(() => result.current.change("name", { name: "bob" }));
    expect(result.current.error("name")).toBeUndefined();
  });

  test("knows whether it has unsaved changes", async () => {
    const { result } = renderHook(() => useFields({ name: "ada" }, validate));
    expect(result.current.changed).toBe(false);
    act(() => result.current.change("name", { name: "bob" }));
    expect(result.current.changed).toBe(true);
    await act(() => result.current.submit(async () => {}));
    expect(result.current.changed).toBe(false);
  });
});
