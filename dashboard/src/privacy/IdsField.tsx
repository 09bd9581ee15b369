import { Textarea } from "@mantine/core";
import { useId } from "react";
import { count } from "../parts/format";
import { useNotify } from "../parts/Notices";
import type { Fields } from "../parts/useFields";
import { idsOf, MAX_IDS, type RequestValues } from "./ids";

/** 5,000 IDs of 500 characters with up to four bytes, and line ends. */
const MAX_BYTES = 11 * 1024 * 1024;

/** The user IDs, pasted or from a file. */
export function IdsField({ form }: { form: Fields<RequestValues> }) {
  const file = useId();
  const notify = useNotify();
  const users = idsOf(form.values.ids).length;

  async function load(chosen: File | undefined) {
    if (chosen === undefined) {
      return;
    }
    if (chosen.size > MAX_BYTES) {
      notify(`${chosen.name} is too large: a request takes ${count(MAX_IDS)} IDs.`);
      return;
    }
    const text = await chosen.text();
    const before = form.values.ids.trim() === "" ? "" : `${form.values.ids}\n`;
    form.change("subjectIds", { ids: before + text });
  }

  return (
    <div className="stack" style={{ gap: "0.5rem" }}>
      <Textarea
        label="User IDs"
        description={`One per line, up to ${count(MAX_IDS)}; duplicates count once.`}
        rows={8}
        spellCheck={false}
        value={form.values.ids}
        onChange={(event) => form.change("subjectIds", { ids: event.currentTarget.value })}
        error={form.error("subjectIds")}
        withAsterisk
      />
      <div className="row">
        <label htmlFor={file} className="small">
          Add IDs from a file
        </label>
        <input
          id={file}
          type="file"
          accept=".txt,.csv,text/plain"
          className="small"
          onChange={(event) => {
            load(event.currentTarget.files?.[0]);
            event.currentTarget.value = "";
          }}
        />
        <span className="muted small" role="status">
          {users === 1 ? "1 user" : `${count(users)} users`}
        </span>
      </div>
    </div>
  );
}
