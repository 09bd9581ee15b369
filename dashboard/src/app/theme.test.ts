import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from "@mantine/core";
import { expect, test } from "vitest";
import { theme } from "./theme";

/**
 * The content security policy allows no style elements, so the variables of the theme are in a
 * file. `npm run theme` writes it.
 */
test("theme.css has the variables of the theme", async () => {
  const variables = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));
  const css = convertCssVariables({
    ...variables,
    dark: { "--mantine-color-scheme": "dark", ...variables.dark },
    light: { "--mantine-color-scheme": "light", ...variables.light },
  });
  await expect(css.replaceAll(";", ";\n")).toMatchFileSnapshot("./theme.css");
});
