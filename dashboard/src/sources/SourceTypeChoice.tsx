import { Radio } from "@mantine/core";

const TYPES = [
  {
    value: "web",
    name: "Web",
    what: "Websites that send from the visitor's browser. Each message gets the visitor's IP address.",
  },
  {
    value: "mobile",
    name: "Mobile",
    what: "Apps that send from the user's device. Each message gets the device's IP address.",
  },
  {
    value: "server",
    name: "Server",
    what: "Programs that you run. No IP address is added: it would be the program's, not the user's.",
  },
];

/** A type in a line. */
export const typeLine = (type: string) =>
  TYPES.find(({ value }) => value === type)?.what ?? "A type that this dashboard does not know.";

interface Props {
  value: string;
  onChange: (type: string) => void;
  disabled?: boolean;
  error?: string | undefined;
}

export function SourceTypeChoice({ value, onChange, disabled = false, error }: Props) {
  return (
    <Radio.Group label="Type" value={value} onChange={onChange} error={error} withAsterisk>
      <div className="stack" style={{ gap: "0.5rem", marginTop: "0.375rem" }}>
        {TYPES.map((type) => (
          <Radio
            key={type.value}
            value={type.value}
            label={type.name}
            description={type.what}
            disabled={disabled}
          />
        ))}
      </div>
    </Radio.Group>
  );
}
