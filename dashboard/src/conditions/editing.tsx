import { createContext, useContext } from "react";
import type { Problems } from "../parts/useFields";

/** What every part of a builder wants to know. */
export interface Editing {
  /** What is wrong, by where the service says that it is. */
  problems: Problems;
  /** Names that occur, to choose from. */
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

/** What is wrong at a place, or with an item of the list there. */
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
