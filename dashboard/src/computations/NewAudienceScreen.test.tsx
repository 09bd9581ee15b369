import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { FakeService, page, problem } from "../fake/FakeService";
import { aDestination, anAudience, aProfile, aSource } from "../fake/fixtures";
import { address, show } from "../fake/show";

function service(): FakeService {
  const fake = new FakeService();
  fake.sources = [aSource()];
  fake.destinations = [aDestination()];
  return fake
    .on("GET", "/audiences", () => page([anAudience()]))
    .on("GET", "/computed-traits", () => page([]))
    .on("GET", "/profiles", () => page([{ userId: "ada", lastSeenAt: "2026-11-15T08:00:00Z" }]))
    .on("GET", "/profiles/{userId}", () => aProfile())
    .on("GET", "/profiles/{userId}/events", () =>
      page([{ event: "Order Completed", at: "2026-11-15T08:00:00Z", properties: { total: 9 } }]),
    )
    .on("GET", "/sources/{id}/schema", () =>
      page([{ event: "Order Completed", allowed: true, count: 5, filtered: 0 }]),
    )
    .on("POST", "/audiences/preview", () => ({
      size: 12,
      sample: ["ada", "bob"],
      ofProfiles: 48,
      exact: true,
    }));
}

const condition = (number: string) =>
  within(screen.getByRole("group", { name: `Condition ${number}` }));

async function typeInto(user: UserEvent, field: HTMLElement, text: string) {
  await user.clear(field);
  await user.type(field, text);
}

const previews = (fake: FakeService) => fake.changes("/audiences/preview");

test("a definition is built in words, counted while typing, and sent in the form of the API", async () => {
  const fake = service().on("POST", "/audiences", () => anAudience());
  const user = show(fake, "/audiences/new");
  await user.type(await screen.findByLabelText(/^Name/), "Big spenders");
  expect(screen.getByText("Its key will be big_spenders.")).toBeTruthy();
  const first = condition("1");
  await user.type(first.getByLabelText("Event"), "Order Completed");
  await typeInto(user, first.getByLabelText("Times"), "3");
  await user.selectOptions(first.getByLabelText("When"), "within the last");
  await user.click(first.getByRole("button", { name: "where a property is …" }));
  await user.type(first.getByLabelText("Property"), "total");
  await user.selectOptions(first.getByLabelText("Comparison"), "is greater than");
  await user.type(first.getByLabelText("Value"), "100");
  await user.click(screen.getByRole("button", { name: "Add a condition on a trait" }));
  const second = condition("2");
  await user.type(second.getByLabelText("Trait"), "plan");
  await user.selectOptions(second.getByLabelText("Comparison"), "is one of");
  await user.type(second.getByLabelText("Value"), "pro, team");
  await user.click(screen.getByRole("button", { name: "Add a group of conditions" }));
  await user.selectOptions(
    condition("3").getAllByLabelText("Condition")[0] as HTMLElement,
    "none of these",
  );
  await user.selectOptions(condition("3.1").getByLabelText("Condition"), "is in audience");
  await user.selectOptions(condition("3.1").getByLabelText("Audience"), "Big spenders");
  expect(await screen.findByText("of 48 profiles, 25 %")).toBeTruthy();
  expect(screen.getByRole("link", { name: "ada" }).getAttribute("href")).toBe(
    "/profiles/user?id=ada",
  );
  await user.selectOptions(screen.getByLabelText("Sync"), "Every hour");
  await user.click(await screen.findByLabelText("Warehouse"));
  await user.click(screen.getByRole("button", { name: "Create audience" }));
  await waitFor(() => expect(address()).toBe("/audiences/aud_2qd3k9w0m5x7b"));
  const definition = {
    all: [
      {
        event: "Order Completed",
        where: [{ property: "total", op: "greater_than", value: 100 }],
        within: "30d",
        count: { op: "at_least", value: 3 },
      },
      { trait: "plan", op: "one_of", value: ["pro", "team"] },
      { not: { any: [{ audience: "big_spenders" }] } },
    ],
  };
  expect(fake.changes("/audiences")[0]?.body).toEqual({
    name: "Big spenders",
    destinations: ["dst_7b2qd3k9w0m5x"],
    sync: "1h",
    definition,
  });
  expect(previews(fake).at(-1)?.body).toEqual({ definition });
});

test("suggests names that occur", async () => {
  const user = show(service(), "/audiences/new");
  await screen.findByLabelText(/^Name/);
  const names = (field: HTMLElement) =>
    [...document.querySelectorAll(`[id="${field.getAttribute("list")}"] option`)].map((option) =>
      option.getAttribute("value"),
    );
  const event = condition("1").getByLabelText("Event");
  await waitFor(() =>
    expect(names(event)).toEqual(["Order Completed", "Page Viewed", "Screen Viewed"]),
  );
  await user.type(event, "Order Completed");
  await user.click(condition("1").getByRole("button", { name: "where a property is …" }));
  await waitFor(() => expect(names(condition("1").getByLabelText("Property"))).toEqual(["total"]));
  await user.selectOptions(condition("1").getByLabelText("Condition"), "trait");
  expect(names(condition("1").getByLabelText("Trait"))).toEqual(["plan", "age", "address"]);
});

test("missing values are marked on saving, wrong values immediately", async () => {
  const fake = service();
  const user = show(fake, "/audiences/new");
  const create = await screen.findByRole("button", { name: "Create audience" });
  const times = condition("1").getByLabelText("Times");
  expect(screen.queryByText("Needs the name of an event")).toBeNull();
  await typeInto(user, times, "often");
  expect(screen.getByText("Must be a whole number")).toBeTruthy();
  expect(times.getAttribute("aria-invalid")).toBe("true");
  await typeInto(user, times, "2");
  expect(screen.queryByText("Must be a whole number")).toBeNull();
  await user.click(create);
  expect(await screen.findByText("Needs the name of an event")).toBeTruthy();
  expect(screen.getByText("Needs a name")).toBeTruthy();
  expect(fake.changes("/audiences")).toHaveLength(0);
  expect(previews(fake)).toHaveLength(0);
});

test("errors of the preview show at their field until it changes", async () => {
  const fake = service().on("POST", "/audiences/preview", ({ body }) =>
    JSON.stringify(body).includes("400d")
      ? problem(422, "Some fields are invalid.", [
          { field: "definition.all[0].not.within", message: "must be 90d at most" },
        ])
      : { size: 1, sample: [], ofProfiles: 2, exact: false },
  );
  const user = show(fake, "/audiences/new");
  await user.type(await screen.findByLabelText("Event"), "Signed Up");
  const first = condition("1");
  await user.selectOptions(first.getByLabelText("Condition"), "has not done");
  await user.selectOptions(first.getByLabelText("When"), "within the last");
  await typeInto(user, first.getByLabelText("How long"), "400");
  expect(await screen.findByText("must be 90d at most")).toBeTruthy();
  expect(first.getByLabelText("How long").getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByText(/The definition has errors/)).toBeTruthy();
  await typeInto(user, first.getByLabelText("How long"), "60");
  await waitFor(() => expect(screen.queryByText("must be 90d at most")).toBeNull());
  expect(await screen.findByText("of 2 profiles, 50 %")).toBeTruthy();
  expect(screen.getByText("about")).toBeTruthy();
});

test("errors of the service on saving show at their field", async () => {
  const fake = service().on("POST", "/audiences", () =>
    problem(422, "Some fields are invalid.", [
      { field: "name", message: "gives the key big_spenders, which another has" },
      { field: "definition.all[0].event", message: "is not allowed here" },
      { field: "newField", message: "is missing" },
    ]),
  );
  const user = show(fake, "/audiences/new");
  await user.type(await screen.findByLabelText(/^Name/), "Big spenders");
  await user.type(condition("1").getByLabelText("Event"), "Signed Up");
  await user.click(screen.getByRole("button", { name: "Create audience" }));
  expect((await screen.findByRole("alert")).textContent).toContain("newField is missing");
  expect(screen.getByText("gives the key big_spenders, which another has")).toBeTruthy();
  expect(screen.getByText("is not allowed here")).toBeTruthy();
  await user.type(condition("1").getByLabelText("Event"), "!");
  expect(screen.queryByText("is not allowed here")).toBeNull();
});

test("JSON is edited both ways; invalid text is marked, kept, and not sent", async () => {
  const fake = service();
  const user = show(fake, "/audiences/new");
  await user.type(await screen.findByLabelText("Event"), "Signed Up");
  await user.click(screen.getByRole("button", { name: "As JSON" }));
  const text = screen.getByLabelText("Definition as JSON") as HTMLTextAreaElement;
  expect(JSON.parse(text.value)).toEqual({
    all: [{ event: "Signed Up", count: { op: "at_least", value: 1 } }],
  });
  await user.clear(text);
  await user.paste('{"any":[{"trait":"plan","op":"equals","value":"pro"},');
  expect(screen.getByText(/This is not JSON/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "In words" })).toHaveProperty("disabled", true);
  await user.type(screen.getByLabelText(/^Name/), "Pros");
  await user.click(screen.getByRole("button", { name: "Create audience" }));
  expect(fake.changes("/audiences")).toHaveLength(0);
  expect(text.value).toContain('"plan"');
  await user.click(text);
  await user.paste('{"audience":"big_spenders"}]}');
  expect(screen.queryByText(/This is not JSON/)).toBeNull();
  await user.click(screen.getByRole("button", { name: "In words" }));
  expect(condition("1").getByLabelText("Trait")).toHaveProperty("value", "plan");
  expect(condition("2").getByLabelText("Audience")).toHaveProperty("value", "big_spenders");
});

test("invalid text can be reverted", async () => {
  const user = show(service(), "/audiences/new");
  await user.type(await screen.findByLabelText("Event"), "Signed Up");
  await user.click(screen.getByRole("button", { name: "As JSON" }));
  const text = screen.getByLabelText("Definition as JSON") as HTMLTextAreaElement;
  await user.type(text, "nonsense");
  await user.click(screen.getByRole("button", { name: "Restore the last valid definition" }));
  expect(JSON.parse(text.value)).toHaveProperty("all");
  await user.click(screen.getByRole("button", { name: "In words" }));
  expect(condition("1").getByLabelText("Event")).toHaveProperty("value", "Signed Up");
});

test("removing a condition keeps the text of the others", async () => {
  const user = show(service(), "/audiences/new");
  await user.type(await screen.findByLabelText("Event"), "First");
  await user.click(screen.getByRole("button", { name: "Add a condition on an event" }));
  await user.type(condition("2").getByLabelText("Event"), "Second");
  await user.click(screen.getByRole("button", { name: "Remove condition 1" }));
  expect(condition("1").getByLabelText("Event")).toHaveProperty("value", "Second");
  await user.click(screen.getByRole("button", { name: "Remove condition 1" }));
  await user.click(screen.getByRole("button", { name: "Create audience" }));
  expect(await screen.findByText("Needs a condition")).toBeTruthy();
});

test("a failed preview shows an error, and the audience can still be created", async () => {
  const fake = service().on("POST", "/audiences/preview", () =>
    problem(503, "This node does not compute."),
  );
  const user = show(fake, "/audiences/new");
  await user.type(await screen.findByLabelText("Event"), "Signed Up");
  expect((await screen.findByRole("alert")).textContent).toContain("This node does not compute.");
  expect(screen.getByRole("button", { name: "Create audience" })).toHaveProperty("disabled", false);
});
