import type { RegulationType } from "../api/regulations";

/** The name and description of each kind of request. */
export const KINDS: { value: RegulationType; name: string; what: string }[] = [
  {
    value: "DELETE_ONLY",
    name: "Delete",
    what: "Sends a deletion request to every destination and deletes the users' stored data.",
  },
  {
    value: "SUPPRESS_WITH_DELETE",
    name: "Delete and suppress",
    what: "Also discards further messages of the users.",
  },
  {
    value: "SUPPRESS_ONLY",
    name: "Suppress",
    what: "Discards further messages of the users. Stored data stays.",
  },
  {
    value: "UNSUPPRESS",
    name: "Lift suppression",
    what: "Stops discarding messages of the users.",
  },
];

export const kindName = (type: RegulationType) =>
  KINDS.find(({ value }) => value === type)?.name ?? type;
