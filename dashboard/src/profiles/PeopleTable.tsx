import type { RecentProfile } from "../api/profiles";
import { Panel } from "../parts/Panel";
import { TableFrame } from "../parts/TableFrame";
import { Time } from "../parts/Time";
import { PersonLink } from "./PersonLink";

/** A list of people and when they were last seen. */
export function PeopleTable({ title, people }: { title: string; people: RecentProfile[] }) {
  return (
    <Panel bare title={title}>
      <TableFrame label={`${title} people`}>
        <thead>
          <tr>
            <th scope="col">User ID</th>
            <th scope="col">Last seen</th>
          </tr>
        </thead>
        <tbody>
          {people.map(({ userId, lastSeenAt }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: IDs may all be hidden, and rows have no state
            <tr key={`${userId} ${index}`}>
              <td className="break">
                <PersonLink userId={userId} />
              </td>
              <td>
                <Time at={lastSeenAt} ago />
              </td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
    </Panel>
  );
}
