import { useState } from "react";
import { ApiError } from "../api/client";

/** Error messages by field; fields are named as in the API. */
export type Problems = Record<string, string>;

export interface Fields<V> {
  values: V;
  /** Changes a field and clears the service's errors for it and its items. */
  change: (field: string, patch: Partial<V>) => void;
  /** The error to show at a field; none before it is touched. */
  error: (field: string) => string | undefined;
  /** The service's errors without an input on the page. */
  saveError: unknown;
  busy: boolean;
  submit: (send: (values: V) => Promise<unknown>) => Promise<boolean>;
  reset: (values: V) => void;
  changed: boolean;
}

/** The field errors of the service's response. */
export function problemsOf(error: unknown): Problems {
  if (!(error instanceof ApiError) || !error.problem.errors) {
    return {};
  }
  return Object.fromEntries(error.problem.errors.map(({ field, message }) => [field, message]));
}

const isWithin = (field: string, outer: string) =>
  field === outer || field.startsWith(`${outer}.`) || field.startsWith(`${outer}[`);

/** The state of a form: values and errors, validated while typing and by the service. */
export function useFields<V extends object>(
  initial: V,
  validate: (values: V) => Problems,
): Fields<V> {
  const [values, setValues] = useState(initial);
  const [start, setStart] = useState(initial);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [submitted, setSubmitted] = useState(false);
  const [saveError, setSaveError] = useState<unknown>();
  const [serverProblems, setServerProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);
  const problems = validate(values);

  function change(field: string, patch: Partial<V>) {
    setValues((before) => ({ ...before, ...patch }));
    setTouched((before) => new Set(before).add(field));
    setServerProblems((before) =>
      Object.fromEntries(Object.entries(before).filter(([reported]) => !isWithin(reported, field))),
    );
  }

  async function submit(send: (values: V) => Promise<unknown>): Promise<boolean> {
    setSubmitted(true);
    if (Object.keys(problems).length > 0) {
      focusFirstWrong();
      return false;
    }
    setBusy(true);
    setSaveError(undefined);
    setServerProblems({});
    try {
      await send(values);
      setSubmitted(false);
      setStart(values);
      return true;
    } catch (failure) {
      setServerProblems(problemsOf(failure));
      setSaveError(failure);
      focusFirstWrong();
      return false;
    } finally {
      setBusy(false);
    }
  }

  return {
    values,
    change,
    error: (field) =>
      serverProblems[field] ?? (submitted || touched.has(field) ? problems[field] : undefined),
    saveError,
    busy,
    submit,
    reset: (next) => {
      setValues(next);
      setStart(next);
      setTouched(new Set());
      setSubmitted(false);
      setServerProblems({});
      setSaveError(undefined);
    },
    changed: JSON.stringify(values) !== JSON.stringify(start),
  };
}

/** Focuses the first field with an error. */
function focusFirstWrong() {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus(),
  );
}
