import { CloseButton, TextInput } from "@mantine/core";
import type { Fields } from "../parts/useFields";
import styles from "./destinations.module.css";
import type { DestinationValues, HeaderValues } from "./form";
import { headerField } from "./validation";

interface Props {
  form: Fields<DestinationValues>;
  index: number;
  disabled: boolean;
  onChange: (field: string, headers: HeaderValues[]) => void;
}

/** The static headers of one URL. */
export function HeaderFields({ form, index, disabled, onChange }: Props) {
  const headers = form.values.webhooks[index]?.headers ?? [];
  if (headers.length === 0) {
    return null;
  }
  const change = (header: HeaderValues, patch: Partial<HeaderValues>) => {
    const changed = { ...header, ...patch };
    onChange(
      headerField(index, changed.name),
      headers.map((one) => (one === header ? changed : one)),
    );
  };
  return (
    <div className={styles.headers}>
      {headers.map((header, row) => (
        <div key={header.key} className={styles.header}>
          <TextInput
            aria-label={`Header ${row + 1}, name`}
            placeholder="X-Team"
            size="xs"
            disabled={disabled}
            value={header.name}
            onChange={(event) => change(header, { name: event.currentTarget.value })}
            error={form.error(headerField(index, header.name))}
          />
          <TextInput
            aria-label={`Header ${row + 1}, value`}
            placeholder="data"
            size="xs"
            disabled={disabled}
            value={header.value}
            onChange={(event) => change(header, { value: event.currentTarget.value })}
          />
          {!disabled && (
            <CloseButton
              aria-label={`Remove header ${row + 1}`}
              onClick={() =>
                onChange(
                  "",
                  headers.filter((one) => one !== header),
                )
              }
            />
          )}
        </div>
      ))}
    </div>
  );
}
