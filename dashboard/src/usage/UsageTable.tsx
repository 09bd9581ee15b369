import { NativeSelect } from "@mantine/core";
import { Link } from "react-router";
import type { UsageRow } from "../api/usage";
import { NumberText } from "../parts/NumberText";
import { Pager } from "../parts/Pager";
import { Panel } from "../parts/Panel";
import { pageOf } from "../parts/paging";
import { TableFrame } from "../parts/TableFrame";
import { useParam } from "../parts/useParam";
import { addUp } from "./days";

const SEPARATOR = "\n";

const GROUPS: Record<
  string,
  { name: string; columns: string[]; key: (row: UsageRow) => string[] }
> = {
  source: {
    name: "By source and type",
    columns: ["Source", "Type"],
    key: ({ sourceId, type }) => [sourceId, type],
  },
  day: { name: "By day", columns: ["Day"], key: ({ day }) => [day] },
  all: {
    name: "By day, source and type",
    columns: ["Day", "Source", "Type"],
    key: ({ day, sourceId, type }) => [day, sourceId, type],
  },
};

interface Props {
  rows: UsageRow[];
  names: ReadonlyMap<string, string>;
}

export function UsageTable({ rows, names }: Props) {
  const [by, setBy] = useParam("by", "source");
  const [page, setPage] = useParam("page", "1");
  const group = GROUPS[by] ?? GROUPS.source;
  if (!group) {
    return null;
  }
  const sums = [...addUp(rows, (row) => group.key(row).join(SEPARATOR))];
  const shown = pageOf(sums, Number(page));
  return (
    <Panel
      bare
      title="Calls"
      actions={
        <NativeSelect
          aria-label="Group by"
          size="xs"
          value={by}
          onChange={(event) => setBy(event.currentTarget.value)}
          data={Object.entries(GROUPS).map(([value, { name }]) => ({ value, label: name }))}
        />
      }
    >
      <TableFrame label="Usage">
        <thead>
          <tr>
            {group.columns.map((column) => (
              <th scope="col" key={column}>
                {column}
              </th>
            ))}
            {["Calls", "Filtered", "Counted"].map((column) => (
              <th scope="col" key={column} className="right">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.items.map(([key, sum]) => (
            <tr key={key}>
              {key.split(SEPARATOR).map((value, index) => (
                <td key={group.columns[index]} className="nowrap">
                  {group.columns[index] === "Source" ? (
                    <Link to={`/sources/${value}`}>{names.get(value) ?? value}</Link>
                  ) : (
                    value
                  )}
                </td>
              ))}
              <td className="right">
                <NumberText value={sum.calls} />
              </td>
              <td className="right">
                <NumberText value={sum.filtered} />
              </td>
              <td className="right">
                <NumberText value={sum.counted} />
              </td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
      <Pager
        page={shown.page}
        pages={shown.pages}
        total={sums.length}
        what="rows"
        onPage={(next) => setPage(String(next))}
      />
    </Panel>
  );
}
