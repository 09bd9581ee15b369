import { Radio } from "@mantine/core";
import type { RegulationType } from "../api/regulations";
import { KINDS } from "./wording";

interface Props {
  value: RegulationType;
  onChange: (type: RegulationType) => void;
}

export function KindChoice({ value, onChange }: Props) {
  return (
    <Radio.Group
      label="Kind"
      value={value}
      onChange={(chosen) => onChange(chosen as RegulationType)}
    >
      <div className="stack" style={{ gap: "0.5rem", marginTop: "0.375rem" }}>
        {KINDS.map((kind) => (
          <Radio key={kind.value} value={kind.value} label={kind.name} description={kind.what} />
        ))}
      </div>
    </Radio.Group>
  );
}
