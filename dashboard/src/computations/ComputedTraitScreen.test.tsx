import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { AGGREGATES } from "../api/computations";
import { AGGREGATE_WORDS } from "../conditions/words";
import { FakeService, page } from "../fake/FakeService";
import { aComputedTrait } from "../fake/fixtures";
import { address, show } from "../fake/show";

const at = "/computed-traits/ctr_5x7b2qd3k9w0m";

function service(): FakeService {
  return new FakeService()
    .on("GET", "/computed-traits", () => page([aComputedTrait()]))
    .on("GET", "/computed-traits/{id}", () => aComputedTrait())
    .on("GET", "/computed-traits/{id}/sizes", () => page([]))
    .on("POST", "/computed-traits/preview", () => ({
      size: 2,
      sample: [
        { userId: "ada", value: 199.5 },
        { userId: "bob", value: ["a", "b"] },
      ],
      ofProfiles: 4,
      exact: true,
    }));
}

test("a value is built in words, previewed, and sent in the form of the API", async () => {
  const fake = service().on("POST", "/computed-traits", () => aComputedTrait());
  const user = show(fake, "/computed-traits/new");
  await user.type(await screen.findByLabelText(/^Name/), "Total spent");
  const kind = screen.getByLabelText("Kind of value");
  expect(within(kind).getAllByRole("option")).toHaveLength(AGGREGATES.length);
  expect(screen.queryByLabelText("Property of the value")).toBeNull();
  await user.selectOptions(kind, AGGREGATE_WORDS.sum);
  await user.type(screen.getByLabelText("Property of the value"), "total");
  await user.type(screen.getByLabelText("Event"), "Order Completed");
  expect(await screen.findByText("199.5")).toBeTruthy();
  expect(screen.getByText('["a","b"]')).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Create computed trait" }));
  await waitFor(() => expect(address()).toBe(at));
  expect(fake.changes("/computed-traits")[0]?.body).toEqual({
    name: "Total spent",
    destinations: [],
    sync: "realtime",
    definition: { kind: "sum", event: "Order Completed", property: "total" },
  });
});

test("an existing trait shows its definition and values", async () => {
  const fake = service().on("GET", "/computed-traits/{id}/members", () =>
    page([{ userId: "ada", value: 199.5, since: "2026-11-14T08:00:00.000Z" }]),
  );
  const user = show(fake, at);
  const definition = await screen.findByRole("region", { name: "Definition" });
  expect(definition.textContent).toContain(
    "For each person, the sum of total of Order Completed within the last 90 days",
  );
  await user.click(screen.getByRole("link", { name: "People" }));
  const row = await screen.findByRole("row", { name: /ada/ });
  expect(within(row).getByText("199.5")).toBeTruthy();
});
