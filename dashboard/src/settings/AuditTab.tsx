import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { type AuditEntry, listAudit } from "../api/audit";
import { CursorPager } from "../parts/CursorPager";
import { EmptyState } from "../parts/EmptyState";
import { words } from "../parts/format";
import { Loaded } from "../parts/Loading";
import { TableFrame } from "../parts/TableFrame";
import { Time } from "../parts/Time";
import { useParam } from "../parts/useParam";

/** The audit trail, newest first. */
export function AuditTab() {
  const [resource, setResource] = useParam("resource");
  const [cursor] = useParam("cursor");
  const audit = useQuery({
    queryKey: ["audit", resource, cursor],
    queryFn: ({ signal }) =>
      listAudit({ ...(resource && { resource }), ...(cursor && { cursor }) }, signal),
  });
  return (
    <>
      <div className="bar">
        <TextInput
          className="grow"
          type="search"
          aria-label="Only changes of"
          placeholder="Only changes of this ID: src_…, dst_…, aud_…, ctr_…, tok_…, reg_…"
          value={resource}
          onChange={(event) => setResource(event.currentTarget.value.trim())}
        />
      </div>
      <Loaded query={audit} what="Cannot load the audit trail.">
        {(page) =>
          page.data.length === 0 ? (
            <EmptyState title="No changes">
              <p>This list shows each change made here or through the API.</p>
            </EmptyState>
          ) : (
            <>
              <AuditTable entries={page.data} />
              <CursorPager next={page.next} what="changes" />
            </>
          )
        }
      </Loaded>
    </>
  );
}

const PLACES: Record<string, string> = {
  source: "sources",
  destination: "destinations",
  audience: "audiences",
  "computed-trait": "computed-traits",
  regulation: "privacy/requests",
};

function AuditTable({ entries }: { entries: AuditEntry[] }) {
  return (
    <TableFrame label="Changes">
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Who</th>
          <th scope="col">What</th>
          <th scope="col">Of</th>
          <th scope="col">Changes</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id} className="top">
            <td>
              <Time at={entry.at} />
            </td>
            <td className="nowrap">{entry.actor.name}</td>
            <td className="nowrap">{words(entry.action)}</td>
            <td>
              <Resource entry={entry} />
            </td>
            <td className="break small">
              <Changes changes={entry.changes ?? []} />
            </td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

/** The number of changes shown at first. */
const FEW = 4;

function Changes({ changes }: { changes: NonNullable<AuditEntry["changes"]> }) {
  const lines = changes.map(({ field, from, to }) => (
    <div key={field}>
      <code>{field}</code> {from !== undefined && <span className="muted">{text(from)} → </span>}
      {to === undefined ? "removed" : text(to)}
    </div>
  ));
  return changes.length <= FEW ? (
    lines
  ) : (
    <details>
      <summary>{changes.length} fields</summary>
      {lines}
    </details>
  );
}

const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

function Resource({ entry }: { entry: AuditEntry }) {
  const { type, id, name } = entry.resource;
  const place = PLACES[type];
  const shown = name ?? id ?? type;
  const gone = entry.action.endsWith(".deleted");
  return place && id && !gone ? <Link to={`/${place}/${id}`}>{shown}</Link> : shown;
}
