import { Radio } from "@mantine/core";

const TYPES = [
  { value: "web", name: "Web", what: "Websites. Messages get the sender's IP address." },
  { value: "mobile", name: "Mobile", what: "Mobile apps. Messages get the sender's IP address." },
  { value: "server", name: "Server", what: "Server programs." },
];

interface Props {
  value: string;
  onChange: (type: string) => void;
  disabled?: boolean;
}

export function SourceTypeChoice({ value, onChange, disabled = false }: Props) {
  return (
    <Radio.Group label="Type" value={value} onChange={onChange}>
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
