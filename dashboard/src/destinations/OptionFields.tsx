import { NativeSelect, Switch, TextInput } from "@mantine/core";
import type { Payload } from "../api/destinations";
import type { Fields } from "../parts/useFields";
import { type DestinationValues, LIMITS } from "./form";

interface Props {
  form: Fields<DestinationValues>;
  disabled?: boolean;
}

export function OptionFields({ form, disabled = false }: Props) {
  const { values } = form;
  return (
    <div className="stack">
      <NativeSelect
        label="Payload"
        disabled={disabled}
        value={values.payload}
        onChange={(event) =>
          form.change("payload", { payload: event.currentTarget.value as Payload })
        }
        error={form.error("payload")}
        data={[
          { value: "standard", label: "Standard: the fields of each type" },
          { value: "full", label: "Full: the whole message as accepted" },
        ]}
      />
      <Switch
        label="Receive historical messages"
        description="Also sends messages with an old timestamp, such as imports."
        disabled={disabled}
        checked={values.acceptsHistorical}
        onChange={(event) =>
          form.change("acceptsHistorical", { acceptsHistorical: event.currentTarget.checked })
        }
      />
      <Switch
        label="Pass on traces"
        description="Sends the header traceparent with messages whose call was traced."
        disabled={disabled}
        checked={values.tracing}
        onChange={(event) => form.change("tracing", { tracing: event.currentTarget.checked })}
        error={form.error("tracing")}
      />
      {LIMITS.map(({ field, label, description }) => (
        <TextInput
          key={field}
          label={label}
          description={description}
          inputMode="numeric"
          disabled={disabled}
          value={values[field]}
          onChange={(event) =>
            form.change(field, {
              [field]: event.currentTarget.value,
            } as Partial<DestinationValues>)
          }
          error={form.error(field)}
        />
      ))}
    </div>
  );
}
