import { Button, CloseButton, TextInput } from "@mantine/core";
import type { Fields } from "../parts/useFields";
import styles from "./destinations.module.css";
import { type DestinationValues, emptyWebhook, nextKey, type WebhookValues } from "./form";
import { HeaderFields } from "./HeaderFields";
import { MAX_WEBHOOKS, webhookField } from "./validation";

interface Props {
  form: Fields<DestinationValues>;
  disabled?: boolean;
}

/** One to five URLs with their headers. */
export function WebhookFields({ form, disabled = false }: Props) {
  const { webhooks } = form.values;

  function change(field: string, index: number, patch: Partial<WebhookValues>) {
    form.change(field, {
      webhooks: webhooks.map((one, i) => (i === index ? { ...one, ...patch } : one)),
    });
  }

  return (
    <div className="stack">
      {webhooks.map((webhook, index) => (
        <div key={webhook.key} className={styles.webhook}>
          <div className={styles.withRemove}>
            <TextInput
              label={webhooks.length > 1 ? `URL ${index + 1}` : "URL"}
              placeholder="https://example.com/hook"
              inputMode="url"
              disabled={disabled}
              value={webhook.url}
              onChange={(event) =>
                change(`${webhookField(index)}.url`, index, { url: event.currentTarget.value })
              }
              error={form.error(`${webhookField(index)}.url`)}
              withAsterisk
            />
            {webhooks.length > 1 && !disabled && (
              <CloseButton
                aria-label={`Remove URL ${index + 1}`}
                onClick={() =>
                  form.change("settings.webhooks", {
                    webhooks: webhooks.filter((one) => one !== webhook),
                  })
                }
              />
            )}
          </div>
          <HeaderFields
            form={form}
            index={index}
            disabled={disabled}
            onChange={(field, headers) => change(field, index, { headers })}
          />
          {!disabled && (
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() =>
                change("", index, {
                  headers: [...webhook.headers, { key: nextKey(), name: "", value: "" }],
                })
              }
            >
              Add a header
            </Button>
          )}
        </div>
      ))}
      {webhooks.length < MAX_WEBHOOKS && !disabled && (
        <div>
          <Button
            variant="default"
            size="xs"
            onClick={() => form.change("", { webhooks: [...webhooks, emptyWebhook()] })}
          >
            Add another URL
          </Button>
          <p className={styles.hint}>
            A message is delivered when any of its URLs answers 2xx. Up to {MAX_WEBHOOKS}.
          </p>
        </div>
      )}
    </div>
  );
}
