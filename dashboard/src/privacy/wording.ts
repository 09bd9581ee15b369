import type { RegulationType } from "../api/regulations";

/** What each kind of request is called, and what it does. */
export const KINDS: { value: RegulationType; name: string; what: string }[] = [
  {
    value: "DELETE_ONLY",
    name: "Delete",
    what: "Every destination is told to delete the users, and what is kept of them here goes.",
  },
  {
    value: "SUPPRESS_WITH_DELETE",
    name: "Delete and suppress",
    what: "The same, and no more messages of the users are taken in.",
  },
  {
    value: "SUPPRESS_ONLY",
    name: "Suppress",
    what: "No more messages of the users are taken in. What is there stays.",
  },
  {
    value: "UNSUPPRESS",
    name: "Lift suppression",
    what: "Messages of the users are taken in again.",
  },
];

export const kindName = (type: RegulationType) =>
  KINDS.find(({ value }) => value === type)?.name ?? type;
