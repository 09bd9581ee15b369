import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Audience } from "../api/computations";
import { FakeService, page, problem } from "../fake/FakeService";
import { aDestination, anAudience } from "../fake/fixtures";
import { address, show } from "../fake/show";

const at = "/audiences/aud_2qd3k9w0m5x7b";

function service(change: Partial<Audience> = {}): FakeService {
  let audience = anAudience(change);
  const fake = new FakeService();
  fake.destinations = [aDestination()];
  return fake
    .on("GET", "/audiences", () => page([audience]))
    .on("GET", "/computed-traits", () => page([]))
    .on("GET", "/audiences/{id}", () => audience)
    .on("GET", "/audiences/{id}/sizes", () =>
      page([
        { at: "2026-11-14T08:00:00.000Z", size: 1_000 },
        { at: "2026-11-14T09:00:00.000Z", size: 1_100 },
      ]),
    )
    .on("POST", "/audiences/preview", () => ({ size: 1, sample: [], ofProfiles: 1, exact: true }))
    .on("PATCH", "/audiences/{id}", ({ body }) => {
      audience = { ...audience, ...(body as Partial<Audience>) };
      return audience;
    });
}

test("the list shows size, status, sync and destinations, and is searched by key", async () => {
  const user = show(service({ sync: "1h" }), "/audiences");
  const row = await screen.findByRole("row", { name: /Big spenders/ });
  for (const text of ["big_spenders", "1,234", "live", "every hour"]) {
    expect(within(row).getByText(text)).toBeTruthy();
  }
  expect(await within(row).findByText("Warehouse")).toBeTruthy();
  await user.type(screen.getByRole("searchbox"), "big_sp");
  expect(address()).toBe("/audiences?search=big_sp");
  expect(screen.getByRole("link", { name: "Big spenders" })).toBeTruthy();
  await user.selectOptions(screen.getByLabelText("Status"), "paused");
  expect(screen.getByText("No audience matches")).toBeTruthy();
});

test("the empty list explains audiences; viewers see no create button", async () => {
  const fake = service().on("GET", "/audiences", () => page([]));
  fake.session = { name: "Vera", role: "viewer" };
  show(fake, "/audiences");
  expect(await screen.findByText(/An audience is the set of people/)).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Create audience" })).toBeNull();
});

test("shows the definition in words, and the size over time", async () => {
  const user = show(service(), at);
  const definition = await screen.findByRole("region", { name: "Definition" });
  const items = within(definition).getAllByRole("listitem");
  expect(items.map(({ textContent }) => textContent)).toEqual([
    "has done Order Completed at least 3 times within the last 30 days where total is greater than 100",
    "trait plan is one of pro, team",
  ]);
  expect(within(definition).getByText(/for whom all of these are true/)).toBeTruthy();
  await user.click(await screen.findByRole("button", { name: "Members as a table" }));
  const rows = within(screen.getByRole("table", { name: "Members, numbers" })).getAllByRole("row");
  expect(rows.slice(1).map((row) => row.lastChild?.textContent)).toEqual([
    "1,234",
    "1,100",
    "1,000",
  ]);
  const destinations = screen.getByRole("region", { name: "Destinations" });
  expect(await within(destinations).findByRole("link", { name: "Warehouse" })).toBeTruthy();
});

test("shows the progress of the computation, and its error", async () => {
  show(service({ status: "computing", progress: 0.428, error: "The disk is full." }), at);
  expect(await screen.findByText("42 % done")).toBeTruthy();
  expect(screen.getByText("computing, 42 %")).toBeTruthy();
  expect(screen.getByRole("alert").textContent).toBe("The disk is full.");
});

test("syncs, pauses after a warning, and resumes", async () => {
  const fake = service().on("POST", "/audiences/{id}/sync", () =>
    anAudience({ status: "computing", progress: 0 }),
  );
  const user = show(fake, at);
  await user.click(await screen.findByRole("button", { name: "Sync now" }));
  expect(await screen.findByText("Recomputation started.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Pause" }));
  const dialog = screen.getByRole("dialog");
  expect(dialog.textContent).toContain("sends nothing");
  await user.click(within(dialog).getByRole("button", { name: "Pause" }));
  await user.click(await screen.findByRole("button", { name: "Resume" }));
  expect(await screen.findByRole("button", { name: "Pause" })).toBeTruthy();
  expect(fake.changes(at).map(({ body }) => body)).toEqual([{ enabled: false }, { enabled: true }]);
});

test("members link to their profiles, page by page", async () => {
  const fake = service().on("GET", "/audiences/{id}/members", ({ query }) =>
    query.get("cursor") === "more"
      ? page([{ userId: "a/b?c", since: "2026-11-14T08:00:00.000Z" }])
      : page([{ userId: "***", since: "2026-11-14T08:00:00.000Z" }], "more"),
  );
  const user = show(fake, `${at}/members`);
  expect(await screen.findByText("***")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "***" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Next page" }));
  const link = await screen.findByRole("link", { name: "a/b?c" });
  expect(link.getAttribute("href")).toBe("/profiles/user?id=a%2Fb%3Fc");
  expect(address()).toBe(`${at}/members?cursor=more`);
});

test("members are searched and exported", async () => {
  const fake = service().on("GET", "/audiences/{id}/members", ({ query }) =>
    page(
      query.get("search") === "be"
        ? [{ userId: "ben", since: "2026-11-14T08:00:00.000Z" }]
        : [{ userId: "ada", since: "2026-11-14T08:00:00.000Z" }],
    ),
  );
  const user = show(fake, `${at}/members`);
  expect(await screen.findByRole("link", { name: "ada" })).toBeTruthy();
  const file = screen.getByRole("link", { name: "CSV" });
  expect(file.getAttribute("href")).toBe(`/api${at}/members?format=csv`);
  await user.type(screen.getByLabelText("User ID starts with"), "be");
  expect(await screen.findByRole("link", { name: "ben" })).toBeTruthy();
});

test("sends only changed fields, so that nothing is recomputed needlessly", async () => {
  const fake = service();
  const user = show(fake, `${at}/definition`);
  const save = await screen.findByRole("button", { name: "Save" });
  expect(save).toHaveProperty("disabled", true);
  await user.click(screen.getByRole("button", { name: "As JSON" }));
  expect(save).toHaveProperty("disabled", true);
  await user.click(screen.getByRole("button", { name: "In words" }));
  await user.type(screen.getByLabelText(/^Name/), " of 2026");
  expect(screen.getByText("Its key is big_spenders and does not change.")).toBeTruthy();
  await user.click(save);
  await waitFor(() => expect(fake.changes(at)).toHaveLength(1));
  expect(fake.changes(at)[0]?.body).toEqual({ name: "Big spenders of 2026" });
  await waitFor(() => expect(save).toHaveProperty("disabled", true));
  await user.click(screen.getByRole("button", { name: "Remove condition 2" }));
  await user.click(save);
  await waitFor(() => expect(fake.changes(at)).toHaveLength(2));
  expect(Object.keys(fake.changes(at)[1]?.body as object)).toEqual(["definition"]);
});

test("an audience cannot be in its own definition", async () => {
  const user = show(service(), `${at}/definition`);
  await user.click(await screen.findByRole("button", { name: "Add a condition on an audience" }));
  expect(screen.getByText("No other audience exists")).toBeTruthy();
});

test("is deleted after a warning, unless others need it", async () => {
  let needed = true;
  const fake = service().on("DELETE", "/audiences/{id}", () =>
    needed ? problem(409, "The audience VIPs names it.") : undefined,
  );
  const user = show(fake, `${at}/definition`);
  await user.click(await screen.findByRole("button", { name: "Delete audience" }));
  const dialog = within(screen.getByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Delete audience" }));
  expect((await dialog.findByRole("alert")).textContent).toContain("The audience VIPs names it.");
  needed = false;
  await user.click(dialog.getByRole("button", { name: "Delete audience" }));
  await waitFor(() => expect(address()).toBe("/audiences"));
});

test("viewers see the definition, but no buttons", async () => {
  const fake = service();
  fake.session = { name: "Vera", role: "viewer" };
  show(fake, `${at}/definition`);
  const definition = await screen.findByRole("region", { name: "Membership" });
  expect(within(definition).getByText("Order Completed")).toBeTruthy();
  for (const name of ["Sync now", "Pause", "Save", "Delete audience"]) {
    expect(screen.queryByRole("button", { name })).toBeNull();
  }
  expect(fake.requests.some(({ method }) => method === "POST")).toBe(false);
});

test("a declared audience cannot be changed, but can be synced", async () => {
  show(service({ declaredAs: "big" }), `${at}/definition`);
  expect(await screen.findByText(/in the workspace file/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Sync now" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Pause" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
});

test("a deleted audience shows 'no such audience'", async () => {
  show(
    service().on("GET", "/audiences/{id}", () => problem(404, "no")),
    at,
  );
  expect(await screen.findByText("No audience has this ID")).toBeTruthy();
});
