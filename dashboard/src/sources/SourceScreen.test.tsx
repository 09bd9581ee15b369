import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { FakeEventSource } from "../fake/FakeEventSource";
import { FakeService, page, problem } from "../fake/FakeService";
import { aSource } from "../fake/fixtures";
import { address, show } from "../fake/show";

const at = "/sources/src_3k9w0m5x7b2qd";

function service(): FakeService {
  const fake = new FakeService();
  fake.sources = [aSource()];
  return fake;
}

test("shows the write key and example code in the language of the URL", async () => {
  const user = show(service(), `${at}?snippet=go`);
  expect(await screen.findByDisplayValue("wk_5vq2c8m0r7yk3t9hx1dn6wbzfa")).toBeTruthy();
  expect(screen.getByText(/analytics\.New\("wk_5vq2c8m0r7yk3t9hx1dn6wbzfa"\)/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Java" }));
  expect(screen.getByText(/Postrider\.builder/)).toBeTruthy();
  expect(address()).toBe(`${at}?snippet=java`);
});

test("a viewer gets no button that copies a masked key, and code with a placeholder", async () => {
  const fake = new FakeService();
  fake.session = { name: "Vi", role: "viewer" };
  fake.sources = [aSource({ writeKey: "wk_5vq2…" })];
  const user = show(fake, at);
  expect(await screen.findByText("wk_5vq2…")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Copy write key" })).toBeNull();
  expect(screen.getByRole("button", { name: "Copy source id" })).toBeTruthy();
  expect(screen.getByText(/"YOUR_WRITE_KEY"\);/)).toBeTruthy();
  const tabs = screen.getByRole("navigation", { name: "Source" });
  await user.click(within(tabs).getByRole("link", { name: "Settings" }));
  expect(await screen.findByText(/^Read-only\. Changing this needs the role editor/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Copy/ })).toBeNull();
});

test("a deleted source shows 'no such source'", async () => {
  show(new FakeService(), at);
  expect(await screen.findByRole("heading", { name: "No such source" })).toBeTruthy();
});

test("creates a source and shows how to send to it", async () => {
  const fake = new FakeService();
  fake.on("POST", "/sources", (request) => {
    expect(request.body).toEqual({ name: "Billing", type: "server" });
    const created = aSource({ name: "Billing", type: "server" });
    fake.sources = [created];
    return created;
  });
  const user = show(fake, "/sources/new");
  await user.click(await screen.findByRole("button", { name: "Create source" }));
  expect(screen.getByText("Needs a name")).toBeTruthy();
  expect(screen.getByText("Choose a type")).toBeTruthy();
  expect(screen.getAllByRole<HTMLInputElement>("radio").some(({ checked }) => checked)).toBe(false);
  expect(fake.changes("/sources")).toHaveLength(0);
  await user.type(screen.getByLabelText(/^Name/), "Billing");
  await user.click(screen.getByLabelText("Server"));
  await user.click(screen.getByRole("button", { name: "Create source" }));
  expect(await screen.findByRole("heading", { name: "Billing" })).toBeTruthy();
  expect(address()).toBe(at);
});

test("sources show their calls and when they were last seen, and are searched by parts", async () => {
  const today = new Date().toISOString().slice(0, 10);
  const row = { type: "track" as const, filtered: 0, counted: 0 };
  const fake = new FakeService().on("GET", "/usage", () =>
    page([
      { ...row, day: "2026-11-01", sourceId: aSource().id, calls: 40 },
      { ...row, day: today, sourceId: aSource().id, calls: 2 },
    ]),
  );
  fake.sources = [aSource(), aSource({ id: "src_0000000000002", name: "Quiet", writeKey: "wk_q" })];
  const user = show(fake, "/sources");
  const shop = (await screen.findByRole("link", { name: "Web shop" })).closest("tr");
  await waitFor(() => expect(shop?.textContent).toContain("42today"));
  expect(screen.getByRole("link", { name: "Quiet" }).closest("tr")?.textContent).toContain(
    "0not in 7 days",
  );
  const search = screen.getByLabelText("Search sources");
  await user.type(search, "5vq2c8");
  expect(screen.queryByRole("link", { name: "Quiet" })).toBeNull();
  expect(screen.getByRole("link", { name: "Web shop" })).toBeTruthy();
  await user.type(search, "xyz");
  expect(screen.getByRole("heading", { name: "No source matches" })).toBeTruthy();
});

const entry = { event: "Signed Up", allowed: true, count: 12, filtered: 0 };

test("blocks an event with a switch", async () => {
  let allowed = true;
  const fake = service()
    .on("GET", "/sources/{id}/schema", () => page([{ ...entry, allowed }]))
    .on("PUT", "/sources/{id}/schema/{event}", (request, [, event = ""]) => {
      ({ allowed } = request.body as { allowed: boolean });
      return { event, allowed };
    });
  const user = show(fake, `${at}/schema`);
  const passes = await screen.findByRole("switch", { name: "Allow Signed Up" });
  await user.click(passes);
  await waitFor(() => expect((passes as HTMLInputElement).checked).toBe(false));
  expect(fake.changes(`/sources/${aSource().id}/schema/Signed%20Up`)[0]?.body).toEqual({
    allowed: false,
  });
});

test("a failed block shows an error, and the switch goes back", async () => {
  const fake = service()
    .on("GET", "/sources/{id}/schema", () => page([entry]))
    .on("PUT", "/sources/{id}/schema/{event}", () => problem(409, "There may be 1,000."));
  const user = show(fake, `${at}/schema`);
  const passes = await screen.findByRole("switch", { name: "Allow Signed Up" });
  await user.click(passes);
  expect((await screen.findByRole("alert")).textContent).toContain("There may be 1,000.");
  expect((passes as HTMLInputElement).checked).toBe(true);
});

test("a viewer cannot switch", async () => {
  const fake = service().on("GET", "/sources/{id}/schema", () => page([entry]));
  fake.session = { name: "Vi", role: "viewer" };
  show(fake, `${at}/schema`);
  const passes = await screen.findByRole("switch", { name: "Allow Signed Up" });
  expect((passes as HTMLInputElement).disabled).toBe(true);
});

test("shows calls live, with the reason of a rejected one", async () => {
  const user = show(service(), `${at}/live?outcome=rejected`);
  await screen.findByRole("heading", { name: "Waiting for calls" });
  const stream = FakeEventSource.streams.at(-1);
  expect(stream?.url).toBe(`/api${at}/events?outcome=rejected&recent=50`);
  act(() => {
    stream?.open();
    stream?.emit("rejected", {
      at: "2026-11-15T08:00:00.000Z",
      code: "no_user_anon_id",
      message: "You must pass either an 'anonymousId' or 'userId'.",
      body: { event: "Signed Up" },
    });
  });
  const calls = await screen.findByRole("list", { name: "Calls" });
  await user.click(within(calls).getByRole("button"));
  const detail = screen.getByRole("region", { name: "Rejected call" });
  expect(detail.textContent).toContain("You must pass either");
  expect(within(detail).getByRole("region", { name: "Request body" }).textContent).toContain(
    '"event": "Signed Up"',
  );
});

test("buffers calls while paused", async () => {
  const user = show(service(), `${at}/live`);
  await user.click(await screen.findByRole("button", { name: "Pause" }));
  act(() =>
    FakeEventSource.streams.at(-1)?.emit("accepted", {
      at: "2026-11-15T08:00:00.000Z",
      type: "track",
      event: "Signed Up",
      messageId: "m1",
      filtered: false,
      message: {},
    }),
  );
  const resume = await screen.findByRole("button", { name: "Resume (1)" });
  expect(screen.queryByText("Signed Up", { selector: "ol span" })).toBeNull();
  await user.click(resume);
  expect(await screen.findByText("Signed Up", { selector: "ol span" })).toBeTruthy();
});

test("a refused stream can be reopened", async () => {
  const user = show(service(), `${at}/live`);
  await screen.findByRole("heading", { name: "Waiting for calls" });
  const opened = FakeEventSource.streams.length;
  act(() => FakeEventSource.streams.at(-1)?.lose());
  await user.click(await screen.findByRole("button", { name: "Reconnect" }));
  expect(FakeEventSource.streams.length).toBe(opened + 1);
});
