import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { AccessRole } from "../api/session";
import { type CreatedToken, createToken } from "../api/tokens";
import { CopyField } from "../parts/CopyField";
import { Dialog } from "../parts/Dialog";
import { FormError } from "../parts/FormError";
import styles from "../parts/parts.module.css";
import { type Problems, useFields } from "../parts/useFields";
import { nameProblem } from "../parts/validation";

interface Values {
  name: string;
  role: AccessRole;
  expires: string;
}

function validate({ name, expires }: Values): Problems {
  const problems: Problems = {};
  const wrongName = nameProblem(name);
  if (wrongName) {
    problems.name = wrongName;
  }
  if (expires !== "" && endOf(expires).getTime() <= Date.now()) {
    problems.expiresAt = "Must be in the future";
  }
  return problems;
}

/** The end of a day, in the viewer's time zone. */
const endOf = (day: string) => new Date(`${day}T23:59:59`);

/** Creates a token and shows it once. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const [made, setMade] = useState<CreatedToken>();
  const form = useFields<Values>({ name: "", role: "viewer", expires: "" }, validate);

  async function submit(event: FormEvent) {
    event.preventDefault();
    await form.submit(async ({ name, role, expires }) => {
      const token = await createToken({
        name,
        role,
        ...(expires !== "" && { expiresAt: endOf(expires).toISOString() }),
      });
      setMade(token);
      await queries.invalidateQueries({ queryKey: ["tokens"] });
    });
  }

  if (made) {
    return (
      <Dialog title={`Token ${made.name}`} onClose={onClose}>
        <div className={styles.dialogBody} role="status">
          <p>Copy the token now. It cannot be shown again.</p>
          <CopyField label="Token" value={made.token} />
        </div>
        <footer>
          <Button onClick={onClose}>Done</Button>
        </footer>
      </Dialog>
    );
  }
  return (
    <Dialog title="Create token" onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <div className={`${styles.dialogBody} stack`}>
          <FormError saveError={form.saveError} shown={["name", "role", "expiresAt"]} />
          <TextInput
            label="Name"
            placeholder="The person or script that uses it"
            value={form.values.name}
            onChange={(event) => form.change("name", { name: event.currentTarget.value })}
            error={form.error("name")}
            withAsterisk
          />
          <NativeSelect
            label="Role"
            value={form.values.role}
            onChange={(event) =>
              form.change("role", { role: event.currentTarget.value as AccessRole })
            }
            error={form.error("role")}
            data={[
              { value: "viewer", label: "Viewer: reads, with redacted fields masked" },
              { value: "editor", label: "Editor: also changes sources and destinations" },
              { value: "admin", label: "Admin: also tokens and the workspace" },
            ]}
          />
          <TextInput
            type="date"
            label="Expires after"
            description="Leave empty for a token that does not expire."
            value={form.values.expires}
            onChange={(event) => form.change("expiresAt", { expires: event.currentTarget.value })}
            error={form.error("expiresAt")}
          />
        </div>
        <footer>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={form.busy}>
            Create token
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
