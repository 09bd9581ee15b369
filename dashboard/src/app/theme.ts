import { createTheme, type MantineColorsTuple } from "@mantine/core";

const ink: MantineColorsTuple = [
  "#eef4fb",
  "#dbe7f4",
  "#b4cde8",
  "#8ab1dc",
  "#6699d0",
  "#4d88c8",
  "#2b6fb0",
  "#1f5c99",
  "#174a7e",
  "#0f3a66",
];

const dark: MantineColorsTuple = [
  "#e4e7eb",
  "#b9c1cc",
  "#9ca6b4",
  "#737f8e",
  "#434d5b",
  "#333c48",
  "#222933",
  "#181d25",
  "#141920",
  "#0f1318",
];

const red: MantineColorsTuple = [
  "#fff0ee",
  "#fbdcd8",
  "#f2b5ad",
  "#ea8b80",
  "#e3685a",
  "#df5242",
  "#c93a2b",
  "#b02f22",
  "#96271b",
  "#7a1e14",
];

/** The colors and fonts. theme.css is generated from it: see theme.test.ts. */
export const theme = createTheme({
  colors: { ink, dark, red },
  primaryColor: "ink",
  primaryShade: { light: 7, dark: 6 },
  defaultRadius: "sm",
  cursorType: "pointer",
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif",
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
});
