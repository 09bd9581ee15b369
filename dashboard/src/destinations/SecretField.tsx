import { Button, PasswordInput, Switch } from "@mantine/core";
import { CopyButton } from "../parts/CopyButton";
import type { Fields } from "../parts/useFields";
import { type DestinationValues, makeSecret } from "./form";

/** The secret that signs requests; shown only here. */
export function SecretField({ form }: { form: Fields<DestinationValues> }) {
  const { sharedSecret, standardWebhooks } = form.values;
  const field = "settings.sharedSecret";
  return (
    <div className="stack">
      <PasswordInput
        label="Shared secret"
        description="Copy it to your receiver now; it cannot be shown again. Leave empty to send unsigned requests."
        autoComplete="off"
        value={sharedSecret}
        onChange={(event) => form.change(field, { sharedSecret: event.currentTarget.value })}
        error={form.error(field)}
        visibilityToggleButtonProps={{ "aria-label": "Show the secret" }}
      />
      <div className="row">
        <Button
          variant="default"
          size="xs"
          onClick={() => form.change(field, { sharedSecret: makeSecret() })}
        >
          Create secret
        </Button>
        {sharedSecret !== "" && <CopyButton text={sharedSecret} label="Copy shared secret" />}
      </div>
      <Switch
        label="Standard Webhooks headers"
        description="Also sends webhook-id, webhook-timestamp and webhook-signature. Needs a secret."
        checked={standardWebhooks}
        disabled={sharedSecret === "" && !standardWebhooks}
        onChange={(event) =>
          form.change("settings.standardWebhooks", {
            standardWebhooks: event.currentTarget.checked,
          })
        }
        error={form.error("settings.standardWebhooks")}
      />
    </div>
  );
}
