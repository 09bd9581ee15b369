import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { listTokens, revokeToken, type Token } from "../api/tokens";
import { ConfirmButton } from "../parts/ConfirmButton";
import { EmptyState } from "../parts/EmptyState";
import { Loaded } from "../parts/Loading";
import { useNotify } from "../parts/Notices";
import { Panel } from "../parts/Panel";
import { StateBadge } from "../parts/StateBadge";
import { TableFrame } from "../parts/TableFrame";
import { Time } from "../parts/Time";
import { useNow } from "../parts/useNow";
import { NewTokenDialog } from "./NewTokenDialog";

/** The tokens for the admin API and this dashboard. */
export function TokensTab() {
  const [creating, setCreating] = useState(false);
  const tokens = useQuery({
    queryKey: ["tokens"],
    queryFn: ({ signal }) => listTokens(signal),
  });
  const create = <Button onClick={() => setCreating(true)}>Create token</Button>;
  return (
    <Panel
      bare
      title="Tokens"
      note="A token gives access to the admin API and this dashboard, limited by its role. The installation's admin token is not listed."
      actions={create}
    >
      <Loaded query={tokens} what="Cannot load the tokens.">
        {(all) =>
          all.length === 0 ? (
            <EmptyState title="No tokens">
              <p>Create one token per person and script, so that each can be revoked separately.</p>
            </EmptyState>
          ) : (
            <TokenTable tokens={all} />
          )
        }
      </Loaded>
      {creating && <NewTokenDialog onClose={() => setCreating(false)} />}
    </Panel>
  );
}

function TokenTable({ tokens }: { tokens: Token[] }) {
  const now = useNow();
  const queries = useQueryClient();
  const notify = useNotify();
  return (
    <TableFrame label="Tokens">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Role</th>
          <th scope="col">Created</th>
          <th scope="col">Last used</th>
          <th scope="col">Expires</th>
          <th scope="col">
            <span className="visually-hidden">Revoke</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <tr key={token.id}>
            <td className="break">{token.name}</td>
            <td>{token.role}</td>
            <td>
              <Time at={token.createdAt} />
            </td>
            <td>{token.lastUsedAt ? <Time at={token.lastUsedAt} ago /> : "never"}</td>
            <td>
              {token.expiresAt ? (
                Date.parse(token.expiresAt) < now.getTime() ? (
                  <StateBadge state="expired" />
                ) : (
                  <Time at={token.expiresAt} />
                )
              ) : (
                "never"
              )}
            </td>
            <td className="right">
              <ConfirmButton
                size="xs"
                label="Revoke"
                aria-label={`Revoke ${token.name}`}
                title={`Revoke ${token.name}?`}
                onConfirm={async () => {
                  await revokeToken(token.id);
                  await queries.invalidateQueries({ queryKey: ["tokens"] });
                  notify(`${token.name} is revoked.`);
                }}
              >
                <p>Its users are signed out immediately. This cannot be undone.</p>
              </ConfirmButton>
            </td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}
