import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { changeWorkspace, type Workspace } from "../api/workspace";
import { useHasRole } from "../app/session";
import { urlProblem } from "../destinations/validation";
import { ConfirmButton } from "../parts/ConfirmButton";
import { DeclaredSettings } from "../parts/Declared";
import { FormError } from "../parts/FormError";
import { useNotify } from "../parts/Notices";
import { Panel } from "../parts/Panel";
import { type Problems, useFields } from "../parts/useFields";

interface Values {
  url: string;
  secret: string;
  failingAfter: string;
}

function validate({ url, failingAfter }: Values): Problems {
  const problems: Problems = {};
  const wrong = url.trim() === "" ? undefined : urlProblem(url);
  if (wrong) {
    problems["notifications.url"] = wrong;
  }
  if (!/^\d+\s*(s|m|h|d)$/.test(failingAfter.trim())) {
    problems["notifications.failingAfter"] = "Must be a time such as 30m, 1h or 1d";
  }
  return problems;
}

/** The operator's webhook for notifications. */
export function NotificationForm({ workspace }: { workspace: Workspace }) {
  const isAdmin = useHasRole("admin");
  const declared = workspace.declared?.includes("notifications") ?? false;
  const permitted = isAdmin && !declared;
  const queries = useQueryClient();
  const notify = useNotify();
  const { notifications } = workspace;
  const form = useFields<Values>(
    {
      url: notifications.url ?? "",
      secret: "",
      failingAfter: notifications.failingAfter ?? "1h",
    },
    validate,
  );

  async function submit(event: FormEvent) {
    event.preventDefault();
    const saved = await form.submit(async ({ url, secret, failingAfter }) => {
      const changed = await changeWorkspace({
        notifications: {
          url: url.trim() === "" ? null : url.trim(),
          failingAfter: failingAfter.trim(),
          ...(secret !== "" && { sharedSecret: secret }),
        },
      });
      queries.setQueryData(["workspace"], changed);
    });
    if (saved) {
      notify("The notifications are saved.");
    }
  }

  return (
    <Panel
      title="Your webhook"
      note="Receives a POST when a destination starts to fail, keeps failing, or recovers."
    >
      <form onSubmit={submit} className="stack" noValidate>
        <FormError saveError={form.saveError} shown={["notifications."]} />
        <DeclaredSettings names={declared ? ["the notifications"] : []} />
        <TextInput
          label="URL"
          description="Leave empty to send no notifications."
          placeholder="https://example.com/alerts"
          inputMode="url"
          disabled={!permitted}
          value={form.values.url}
          onChange={(event) => form.change("notifications.url", { url: event.currentTarget.value })}
          error={form.error("notifications.url")}
        />
        <PasswordInput
          label="Shared secret"
          description={
            notifications.sharedSecret?.set
              ? "A secret is set. Enter another one to replace it."
              : "Signs each notification. Leave empty to send them unsigned."
          }
          autoComplete="off"
          disabled={!permitted}
          value={form.values.secret}
          onChange={(event) =>
            form.change("notifications.sharedSecret", { secret: event.currentTarget.value })
          }
          error={form.error("notifications.sharedSecret")}
          visibilityToggleButtonProps={{ "aria-label": "Show the secret" }}
        />
        {permitted && notifications.sharedSecret?.set && (
          <div>
            <ConfirmButton
              size="xs"
              label="Remove secret"
              title="Remove the shared secret?"
              onConfirm={async () => {
                const changed = await changeWorkspace({ notifications: { sharedSecret: null } });
                queries.setQueryData(["workspace"], changed);
              }}
            >
              <p>Notifications are sent unsigned from now on.</p>
            </ConfirmButton>
          </div>
        )}
        <TextInput
          label="Repeat after"
          description="Sends another notification if the destination still fails after this time."
          disabled={!permitted}
          value={form.values.failingAfter}
          onChange={(event) =>
            form.change("notifications.failingAfter", { failingAfter: event.currentTarget.value })
          }
          error={form.error("notifications.failingAfter")}
        />
        {permitted ? (
          <div>
            <Button type="submit" loading={form.busy} disabled={!form.changed}>
              Save
            </Button>
          </div>
        ) : (
          !declared && <p className="muted">Only admins can change these settings.</p>
        )}
      </form>
    </Panel>
  );
}
