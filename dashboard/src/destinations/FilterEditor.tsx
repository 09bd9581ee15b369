import { Button, NativeSelect, Switch, TextInput } from "@mantine/core";
import type { Filter } from "../api/filters";
import { parts } from "../parts/operands";
import styles from "./destinations.module.css";
import { ACTIONS, type Action, emptyMatch, withAction } from "./filters";
import { ListInput } from "./ListInput";
import { MatchEditor } from "./MatchEditor";

interface Props {
  number: number;
  filter: Filter;
  disabled: boolean;
  onChange: (filter: Filter) => void;
  onRemove: () => void;
  onUp: (() => void) | undefined;
}

/** One filter: its condition and its action. */
export function FilterEditor({ number, filter, disabled, onChange, onRemove, onUp }: Props) {
  return (
    <section className={styles.filter} aria-label={`Filter ${number}`}>
      <header>
        <h2>
          {number}. {filter.name || "Filter"}
        </h2>
        <div className="row">
          <Switch
            label="Enabled"
            checked={filter.enabled ?? true}
            disabled={disabled}
            onChange={(event) => onChange({ ...filter, enabled: event.currentTarget.checked })}
          />
          {!disabled && (
            <>
              <Button variant="default" size="xs" disabled={!onUp} onClick={onUp}>
                Move up
              </Button>
              <Button variant="default" size="xs" onClick={onRemove}>
                Remove
              </Button>
            </>
          )}
        </div>
      </header>
      <div className="stack">
        <div className={styles.two}>
          <TextInput
            label="Name"
            placeholder="Purpose"
            disabled={disabled}
            value={filter.name ?? ""}
            onChange={(event) => {
              const { name: _, ...others } = filter;
              const name = event.currentTarget.value;
              onChange(name === "" ? others : { ...others, name });
            }}
          />
          <NativeSelect
            label="Action"
            disabled={disabled}
            value={filter.action}
            onChange={(event) => onChange(withAction(filter, event.currentTarget.value as Action))}
            data={ACTIONS}
          />
        </div>
        <ActionFields filter={filter} disabled={disabled} onChange={onChange} />
        <div>
          <p className={styles.hint} style={{ margin: "0 0 0.375rem" }}>
            {filter.when ? "For messages that match:" : "For all messages."}
          </p>
          {filter.when ? (
            <MatchEditor
              match={filter.when}
              disabled={disabled}
              onChange={(when) => onChange({ ...filter, when })}
              onRemove={() => {
                const { when: _, ...others } = filter;
                onChange(others);
              }}
            />
          ) : (
            !disabled && (
              <Button
                variant="default"
                size="xs"
                onClick={() => onChange({ ...filter, when: emptyMatch("type") })}
              >
                Add a condition
              </Button>
            )
          )}
        </div>
      </div>
    </section>
  );
}

interface ActionProps {
  filter: Filter;
  disabled: boolean;
  onChange: (filter: Filter) => void;
}

function ActionFields({ filter, disabled, onChange }: ActionProps) {
  switch (filter.action) {
    case "drop":
      return null;
    case "sample":
      return (
        <div className={styles.two}>
          <TextInput
            label="Percent that pass"
            inputMode="decimal"
            disabled={disabled}
            defaultValue={String(filter.percent)}
            onChange={(event) =>
              onChange({ ...filter, percent: Number(event.currentTarget.value) })
            }
            error={
              filter.percent > 0 && filter.percent < 100 ? undefined : "Must be between 0 and 100"
            }
          />
          <NativeSelect
            label="Chosen by"
            disabled={disabled}
            value={filter.by ?? "messageId"}
            onChange={(event) =>
              onChange({ ...filter, by: event.currentTarget.value as "messageId" | "userId" })
            }
            data={[
              { value: "messageId", label: "Message" },
              { value: "userId", label: "User: all messages of a user, or none" },
            ]}
          />
        </div>
      );
    case "omit":
    case "keep":
      return (
        <ListInput
          label="Fields"
          description="Paths in properties, traits or context, separated by commas."
          placeholder="properties.card, traits.email"
          disabled={disabled}
          value={filter.fields.join(", ")}
          onChange={(text) => onChange({ ...filter, fields: parts(text) })}
        />
      );
  }
}
