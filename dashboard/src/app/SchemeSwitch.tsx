import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";

/** Switches between light and dark; follows the system until pressed. */
export function SchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme("light") === "dark";
  return (
    <ActionIcon
      variant="default"
      size={30}
      aria-label={dark ? "Use light colors" : "Use dark colors"}
      title={dark ? "Use light colors" : "Use dark colors"}
      onClick={() => setColorScheme(dark ? "light" : "dark")}
    >
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="1.5" />
        <path d="M8 2a6 6 0 0 1 0 12z" fill="currentColor" />
      </svg>
    </ActionIcon>
  );
}
