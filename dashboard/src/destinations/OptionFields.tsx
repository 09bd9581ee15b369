import { NativeSelect, Switch, TextInput } from "@mantine/core";
import type { Payload } from "../api/destinations";
import type { Fields } from "../parts/useFields";
import type { DestinationValues } from "./form";

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
      <TextInput
        label="Maximum messages per second"
        description="Leave empty for no limit."
        inputMode="numeric"
        disabled={disabled}
        value={values.maxRate}
        onChange={(event) => form.change("maxRate", { maxRate: event.currentTarget.value })}
        error={form.error("maxRate")}
      />
      <TextInput
        label="Concurrent requests"
        description="Per URL. Leave empty to adapt to the receiver."
        inputMode="numeric"
        disabled={disabled}
        value={values.maxConcurrency}
        onChange={(event) =>
          form.change("maxConcurrency", { maxConcurrency: event.currentTarget.value })
        }
        error={form.error("maxConcurrency")}
      />
    </div>
  );
}
