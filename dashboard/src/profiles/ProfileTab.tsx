import { Link } from "react-router";
import type { Membership, Profile } from "../api/profiles";
import { Fact, Facts } from "../parts/Facts";
import { NumberText } from "../parts/NumberText";
import { Panel } from "../parts/Panel";
import { TableFrame } from "../parts/TableFrame";
import { Time } from "../parts/Time";
import { personPath } from "./PersonLink";
import styles from "./profiles.module.css";
import { ValueTable } from "./ValueTable";

interface Props {
  profile: Profile;
  /** The requested ID; the profile's own may be hidden. */
  id: string;
}

/** The profile of a person. */
export function ProfileTab({ profile, id }: Props) {
  return (
    <>
      <Panel title="Identity">
        <Facts>
          <Fact name={profile.userIds.length > 1 ? "User IDs" : "User ID"}>
            <Ids ids={profile.userIds} />
          </Fact>
          <Fact name="Anonymous IDs">
            <Ids ids={profile.anonymousIds} />
          </Fact>
          <Fact name="First seen">
            <Time at={profile.firstSeenAt} />
          </Fact>
          <Fact name="Last seen">
            <Time at={profile.lastSeenAt} />
          </Fact>
          <Fact name="Stored events">
            <Link to={personPath(id, "events")}>
              <NumberText value={profile.eventCount} />
            </Link>
          </Fact>
        </Facts>
      </Panel>
      <div className={styles.two}>
        <Panel title="Traits" note="The latest value of each trait, from identify calls.">
          <ValueTable label="Traits" values={profile.traits}>
            None. Identify calls with <code>traits</code> add them.
          </ValueTable>
        </Panel>
        <Panel title="Computed traits" note="Computed by this service, by key.">
          <ValueTable label="Computed traits" values={profile.computedTraits}>
            None. <Link to="/computed-traits">Computed traits</Link> are computed from events.
          </ValueTable>
        </Panel>
      </div>
      <AudiencesPanel audiences={profile.audiences} userId={id} />
      {profile.groups.map(({ groupId, traits }) => (
        <Panel key={groupId} item title={`Group ${groupId}`}>
          <ValueTable label={`Traits of group ${groupId}`} values={traits}>
            The group has no traits.
          </ValueTable>
        </Panel>
      ))}
    </>
  );
}

function Ids({ ids }: { ids: string[] }) {
  return ids.length === 0 ? (
    <span className="muted">none</span>
  ) : (
    <ul className={styles.ids}>
      {ids.map((id, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: IDs may all be hidden, and items have no state
        <li key={`${id} ${index}`}>
          <code>{id}</code>
        </li>
      ))}
    </ul>
  );
}

function AudiencesPanel({ audiences, userId }: { audiences: Membership[]; userId: string }) {
  return (
    <Panel
      title="Audiences"
      actions={<Link to={personPath(userId, "history")}>Entries and exits</Link>}
    >
      {audiences.length === 0 ? (
        <p className="muted" style={{ margin: 0 }}>
          Not in any audience.
        </p>
      ) : (
        <TableFrame label="Audiences of this person">
          <thead>
            <tr>
              <th scope="col">Audience</th>
              <th scope="col">Key</th>
              <th scope="col">Since</th>
            </tr>
          </thead>
          <tbody>
            {audiences.map(({ id, key, name, since }) => (
              <tr key={id}>
                <td className="break">
                  <Link to={`/audiences/${id}`}>{name}</Link>
                </td>
                <td className="break">
                  <code>{key}</code>
                </td>
                <td>
                  <Time at={since} />
                </td>
              </tr>
            ))}
          </tbody>
        </TableFrame>
      )}
    </Panel>
  );
}
