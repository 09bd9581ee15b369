import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { Chart } from "./Chart";
import { ConfirmButton } from "./ConfirmButton";
import { CopyField } from "./CopyField";
import { pretty } from "./Json";
import { NumberText } from "./NumberText";
import { isolated } from "./plot";
import { StateBadge } from "./StateBadge";
import { Time } from "./Time";

const show = (part: ReactNode) => render(<MantineProvider>{part}</MantineProvider>);

test("a time shows the viewer's zone, and UTC on hover", () => {
  show(<Time at="2026-11-15T08:44:33.120Z" />);
  const time = screen.getByText(/:44:33/);
  expect(time.getAttribute("title")).toBe("2026-11-15 08:44:33.120 UTC");
  expect(time.getAttribute("datetime")).toBe("2026-11-15T08:44:33.120Z");
});

test("an abbreviated number has the exact one on hover and as its value", () => {
  show(<NumberText value={1_234_567} short />);
  const number = screen.getByText("1.2M");
  expect(number.getAttribute("title")).toBe("1,234,567");
  expect(number.getAttribute("value")).toBe("1234567");
});

test("a state is shown as text, known or not", () => {
  show(<StateBadge state="not_for_it" />);
  expect(screen.getByText("not for it").getAttribute("data-tone")).toBe("off");
});

test("a field is copied and confirms it", async () => {
  const user = userEvent.setup();
  show(<CopyField label="Write key" value="wk_abc" />);
  await user.click(screen.getByRole("button", { name: "Copy write key" }));
  expect(await screen.findByRole("button", { name: "Copied" })).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe("wk_abc");
});

test("a chart has a table, newest first and without empty steps", async () => {
  const user = userEvent.setup();
  show(
    <Chart
      title="Deliveries"
      times={["2026-11-15T08:00:00.000Z", "2026-11-15T08:01:00.000Z", "2026-11-15T08:02:00.000Z"]}
      lines={[
        { name: "Delivered", values: [3, 0, 5], color: "good" },
        { name: "Failed", values: [1, 0, 0], color: "bad" },
      ]}
    />,
  );
  expect(screen.getByText("Delivered").textContent).toBe("Delivered 8");
  await user.click(screen.getByRole("button", { name: "Deliveries as a table" }));
  const rows = [...document.querySelectorAll("tbody tr")].map((row) =>
    [...row.querySelectorAll("td")].slice(1).map((cell) => cell.textContent),
  );
  expect(rows).toEqual([
    ["5", "0"],
    ["3", "1"],
  ]);
});

test("values without a neighbour are drawn as points", () => {
  expect(isolated([null, 1, null, 2, 3, null, 0])).toEqual([1, 6]);
});

test("an error stays in the confirmation dialog", async () => {
  const user = userEvent.setup();
  show(
    <ConfirmButton
      label="Delete"
      title="Delete it?"
      onConfirm={() => Promise.reject(new Error("It is in use."))}
    >
      <p>Gone for good.</p>
    </ConfirmButton>,
  );
  await user.click(screen.getByRole("button", { name: "Delete" }));
  await user.click(screen.getAllByRole("button", { name: "Delete" }).at(-1) as HTMLElement);
  expect((await screen.findByRole("alert")).textContent).toContain("It is in use.");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.queryByText("Gone for good.")).toBeNull();
});

test("JSON is formatted, other text stays unchanged", () => {
  expect(pretty('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(pretty("upstream away")).toBe("upstream away");
  expect(pretty(undefined)).toBe("");
});
