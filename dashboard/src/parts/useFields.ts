import { useState } from "react";
import { ApiError } from "../api/client";

/** Error messages by field; fields are named as in the API. */
export type Problems = Record<string, string>;

export interface Fields<V> {
  values: V;
  /** Changes a field; what the service said about it, and what it holds, is then out of date. */
  change: (field: string, patch: Partial<V>) => void;
  /** What to show at a field: nothing before a person has been there. */
  error: (field: string) => string | undefined;
  /** What the service found wrong with fields that have no input here, and other refusals. */
  refusal: unknown;
  busy: boolean;
  submit: (send: (values: V) => Promise<unknown>) => Promise<boolean>;
  reset: (values: V) => void;
  changed: boolean;
}

/** The field errors of the service's answer. */
export function problemsOf(error: unknown): Problems {
  if (!(error instanceof ApiError) || !error.problem.errors) {
    return {};
  }
  return Object.fromEntries(error.problem.errors.map(({ field, message }) => [field, message]));
}

const isWithin = (field: string, outer: string) =>
  field === outer || field.startsWith(`${outer}.`) || field.startsWith(`${outer}[`);

/** A form: its values, checked as a person types and again by the service. */
export function useFields<V extends object>(
  initial: V,
  validate: (values: V) => Problems,
): Fields<V> {
  const [values, setValues] = useState(initial);
  const [start, setStart] = useState(initial);
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  const [submitted, setSubmitted] = useState(false);
  const [refusal, setRefusal] = useState<unknown>();
  const [told, setTold] = useState<Problems>({});
  const [busy, setBusy] = useState(false);
  const problems = validate(values);

  function change(field: string, patch: Partial<V>) {
    setValues((before) => ({ ...before, ...patch }));
    setVisited((before) => new Set(before).add(field));
    setTold((before) =>
      Object.fromEntries(Object.entries(before).filter(([told]) => !isWithin(told, field))),
    );
  }

  async function submit(send: (values: V) => Promise<unknown>): Promise<boolean> {
    setSubmitted(true);
    if (Object.keys(problems).length > 0) {
      focusFirstWrong();
      return false;
    }
    setBusy(true);
    setRefusal(undefined);
    setTold({});
    try {
      await send(values);
      setSubmitted(false);
      setStart(values);
      return true;
    } catch (failure) {
      setTold(problemsOf(failure));
      setRefusal(failure);
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
      told[field] ?? (submitted || visited.has(field) ? problems[field] : undefined),
    refusal,
    busy,
    submit,
    reset: (next) => {
      setValues(next);
      setStart(next);
      setVisited(new Set());
      setSubmitted(false);
      setTold({});
      setRefusal(undefined);
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
