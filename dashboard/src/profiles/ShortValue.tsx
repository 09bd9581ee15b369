/** A value on one line. */
export function ShortValue({ value }: { value: unknown }) {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return (
    <span className={typeof value === "number" ? "number" : "break"}>
      {typeof value === "string" && value === "" ? <span className="muted">(empty)</span> : text}
    </span>
  );
}
