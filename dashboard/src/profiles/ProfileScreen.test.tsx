import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Profile } from "../api/profiles";
import { FakeService, page, problem } from "../fake/FakeService";
import { aProfile } from "../fake/fixtures";
import { address, show } from "../fake/show";

const at = "/profiles/user?id=ada%40example.com";

function service(change: Partial<Profile> = {}): FakeService {
  return new FakeService()
    .on("GET", "/profiles", () =>
      page([{ userId: "ada@example.com", lastSeenAt: "2026-11-15T08:00:00.000Z" }]),
    )
    .on("GET", "/profiles/{userId}", (_, [id]) =>
      id === "ada@example.com" ? aProfile(change) : problem(404, "Nobody."),
    );
}

test("a person is found by user ID with any characters", async () => {
  const fake = service();
  const user = show(fake, "/profiles");
  expect(await screen.findByRole("link", { name: "ada@example.com" })).toBeTruthy();
  await user.type(screen.getByLabelText("User ID"), " a/b?c=%2F ");
  await user.click(screen.getByRole("button", { name: "Find" }));
  expect(await screen.findByText("No profile has the user ID a/b?c=%2F")).toBeTruthy();
  expect(address()).toBe("/profiles/user?id=a%2Fb%3Fc%3D%252F");
  expect(fake.requests.some(({ path }) => path === "/profiles/a%2Fb%3Fc%3D%252F")).toBe(true);
});

test("people are found by the start of a trait's value", async () => {
  const fake = service().on("GET", "/profile-search", ({ query }) => ({
    data:
      query.get("trait") === "email" && query.get("value") === "be"
        ? [{ userId: "ben", lastSeenAt: "2026-11-15T08:00:00.000Z" }]
        : [],
    next: null,
    complete: true,
  }));
  const user = show(fake, "/profiles");
  await user.type(await screen.findByLabelText("Value starts with"), "be");
  expect(await screen.findByRole("link", { name: "ben" })).toBeTruthy();
  await user.type(screen.getByLabelText("Value starts with"), "x");
  expect(await screen.findByText("No match")).toBeTruthy();
});

test("without profiles, the page explains how to send data", async () => {
  show(
    service().on("GET", "/profiles", () => page([])),
    "/profiles",
  );
  expect(await screen.findByText("No profiles")).toBeTruthy();
  const main = within(screen.getByRole("main"));
  expect(main.getByRole("link", { name: "source" })).toBeTruthy();
});

test("a profile shows its data with links", async () => {
  show(service(), at);
  const traits = await screen.findByRole("table", { name: "Traits" });
  expect(within(traits).getByText("pro")).toBeTruthy();
  expect(within(traits).getByText('{"city":"London"}')).toBeTruthy();
  const computed = screen.getByRole("table", { name: "Computed traits" });
  expect(within(computed).getByText("199.5")).toBeTruthy();
  expect(screen.getByText("ada-before")).toBeTruthy();
  expect(screen.getByText("browser-1")).toBeTruthy();
  expect(screen.getByRole("heading", { name: "Group acme" })).toBeTruthy();
  const audience = screen.getByRole("link", { name: "Big spenders" });
  expect(audience.getAttribute("href")).toBe("/audiences/aud_2qd3k9w0m5x7b");
  const messages = screen.getAllByRole("link", { name: "Messages" }).at(-1);
  expect(messages?.getAttribute("href")).toBe("/messages?userId=ada%40example.com");
});

test("hidden values are marked as hidden", async () => {
  show(service({ userId: "***", userIds: ["***", "***"], traits: "***" }), at);
  expect(await screen.findByText("Hidden from your role.")).toBeTruthy();
  const events = screen.getByRole("link", { name: "Events" });
  expect(events.getAttribute("href")).toBe("/profiles/user/events?id=ada%40example.com");
});

test("events show their properties, page by page", async () => {
  const fake = service().on("GET", "/profiles/{userId}/events", ({ query }) =>
    query.get("cursor") === "older"
      ? page([{ event: "Signed Up", at: "2026-11-01T08:00:00.000Z", properties: {} }])
      : page(
          [
            {
              event: "Order Completed",
              at: "2026-11-15T08:00:00.000Z",
              properties: { total: 99.5, currency: "EUR", a: 1, b: 2, c: 3 },
            },
          ],
          "older",
        ),
  );
  const user = show(fake, at);
  await user.click(await screen.findByRole("link", { name: "Events" }));
  const list = await screen.findByRole("list", { name: "Events" });
  expect(within(list).getByText("total: 99.5, currency: EUR, a: 1, b: 2 …")).toBeTruthy();
  expect(within(list).getByRole("region", { name: "Properties of Order Completed" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Next page" }));
  expect(await screen.findByText("Signed Up")).toBeTruthy();
  expect(address()).toBe("/profiles/user/events?id=ada%40example.com&cursor=older");
});

test("entries and exits are listed with their audiences", async () => {
  const audience = { id: "aud_2qd3k9w0m5x7b", key: "big_spenders", name: "Big spenders" };
  const fake = service().on("GET", "/profiles/{userId}/transitions", () =>
    page([
      { at: "2026-11-15T08:00:00.000Z", audience, entered: false },
      { at: "2026-11-14T08:00:00.000Z", audience, entered: true },
    ]),
  );
  const user = show(fake, at);
  await user.click(await screen.findByRole("link", { name: "Audience history" }));
  const table = await screen.findByRole("table", { name: "Entries and exits" });
  const rows = within(table).getAllByRole("row").slice(1);
  expect(rows.map((row) => row.children[1]?.textContent)).toEqual(["left", "entered"]);
  await waitFor(() => expect(address()).toContain("/profiles/user/history"));
});
