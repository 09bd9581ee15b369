import { createContext, useContext } from "react";
import type { Problems } from "../parts/useFields";

/** The context of the condition editor. */
export interface Editing {
  /** Errors by field path, as the service names them. */
  problems: Problems;
  /** Suggestions of names. */
  events: string[];
  traits: string[];
  propertiesOf: (event: string) => string[];
  audiences: { key: string; name: string }[];
}

const NOTHING: Editing = {
  problems: {},
  events: [],
  traits: [],
  propertiesOf: () => [],
  audiences: [],
};

export const EditingContext = createContext<Editing>(NOTHING);

export const useEditing = () => useContext(EditingContext);

/** The error of a field, or of an item of its list. */
export function useProblem(path: string): string | undefined {
  const { problems } = useEditing();
  if (problems[path] !== undefined) {
    return problems[path];
  }
  const item = Object.keys(problems).find(
    (place) => place.startsWith(`${path}[`) && /^\[\d+\]$/.test(place.slice(path.length)),
  );
  return item && problems[item];
}
