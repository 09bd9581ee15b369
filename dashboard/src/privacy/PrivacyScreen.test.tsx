import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Regulation } from "../api/regulations";
import { FakeService, page, problem } from "../fake/FakeService";
import { aDestination, aSource } from "../fake/fixtures";
import { address, show } from "../fake/show";

const aRequest = (change: Partial<Regulation> = {}): Regulation => ({
  id: "reg_2s6ht0b8f4j1n",
  regulationType: "DELETE_ONLY",
  subjectType: "USER_ID",
  subjects: 2,
  status: "RUNNING",
  createdAt: "2026-11-15T08:00:00.000Z",
  createdBy: { id: "tok_1", name: "Officer" },
  hideNow: false,
  logKeptUntil: "2026-11-22T08:00:00.000Z",
  ...change,
});

function service(): FakeService {
  const fake = new FakeService();
  fake.sources = [aSource()];
  fake.destinations = [aDestination()];
  return fake;
}

test("a request is created from pasted IDs and shows its status", async () => {
  const fake = service()
    .on("POST", "/regulations", () => aRequest())
    .on("GET", "/regulations/{id}", () => aRequest({ subjectIds: ["ada", "bob"], overview: [] }));
  const user = show(fake, "/privacy/new");
  const ids = await screen.findByLabelText(/User IDs/);
  await user.click(ids);
  await user.paste("ada\nbob\nada\n");
  expect(screen.getByText("2 users")).toBeTruthy();
  await user.click(screen.getByLabelText("Hide earlier messages immediately"));
  await user.click(screen.getByRole("button", { name: "Create request" }));
  expect(await screen.findByRole("dialog", { name: "Delete 2 users?" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(fake.changes("/regulations")).toHaveLength(0);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.click(screen.getByRole("button", { name: "Create request" }));
  await user.click(await screen.findByRole("button", { name: "Delete 2 users" }));
  expect(await screen.findByRole("heading", { name: "Delete" })).toBeTruthy();
  expect(address()).toBe("/privacy/requests/reg_2s6ht0b8f4j1n");
  expect(fake.changes("/regulations")[0]?.body).toEqual({
    subjectType: "USER_ID",
    regulationType: "DELETE_ONLY",
    subjectIds: ["ada", "bob"],
    hideNow: true,
  });
});

test("IDs can come from a file, and sources can be selected", async () => {
  const fake = service()
    .on("POST", "/regulations", () => aRequest())
    .on("GET", "/regulations/{id}", () => aRequest());
  const user = show(fake, "/privacy/new");
  await user.type(await screen.findByLabelText(/User IDs/), "ada");
  await user.upload(
    screen.getByLabelText("Add IDs from a file"),
    new File(["bob\r\neve\r\n"], "ids.txt", { type: "text/plain" }),
  );
  expect(await screen.findByText("3 users")).toBeTruthy();
  await user.click(screen.getByLabelText("Suppress"));
  expect(screen.queryByLabelText("Hide earlier messages immediately")).toBeNull();
  await user.click(screen.getByText("All sources"));
  await user.click(await screen.findByLabelText("Web shop"));
  await user.click(screen.getByRole("button", { name: "Create request" }));
  await screen.findByRole("heading", { name: "Delete" });
  expect(fake.changes("/regulations")[0]?.body).toEqual({
    subjectType: "USER_ID",
    regulationType: "SUPPRESS_ONLY",
    subjectIds: ["ada", "bob", "eve"],
    sources: [aSource().id],
  });
});

test("a request needs an ID, and errors are shown", async () => {
  const fake = service().on("POST", "/regulations", () => problem(409, "There are too many."));
  const user = show(fake, "/privacy/new");
  await user.click(await screen.findByRole("button", { name: "Create request" }));
  expect(await screen.findByText("Needs at least one user ID")).toBeTruthy();
  expect(fake.changes("/regulations")).toHaveLength(0);
  await user.type(screen.getByLabelText(/User IDs/), "ada");
  await user.click(screen.getByRole("button", { name: "Create request" }));
  await user.click(await screen.findByRole("button", { name: "Delete 1 user" }));
  expect((await screen.findByRole("alert")).textContent).toContain("too many");
});

test("a file that is too large is rejected", async () => {
  const user = show(service(), "/privacy/new");
  const large = new File([new Uint8Array(12 * 1024 * 1024)], "film.mkv", { type: "text/plain" });
  await user.upload(await screen.findByLabelText("Add IDs from a file"), large);
  expect(await screen.findByText(/film.mkv is too large/)).toBeTruthy();
  expect(screen.getByText("0 users")).toBeTruthy();
});

test("requests are listed with their status", async () => {
  const fake = service().on("GET", "/regulations", () =>
    page([aRequest(), aRequest({ id: "reg_0000000000001", status: "PARTIAL_SUCCESS" })]),
  );
  show(fake, "/privacy");
  const table = await screen.findByRole("table", { name: "Requests" });
  expect(within(table).getByText("running")).toBeTruthy();
  expect(within(table).getByText("partly done")).toBeTruthy();
  expect(within(table).getAllByText("Officer")).toHaveLength(2);
  expect(screen.getByRole("link", { name: "New request" })).toBeTruthy();
});

test("a request shows each destination, with the reason of a failure", async () => {
  const fake = service().on("GET", "/regulations/{id}", () =>
    aRequest({
      status: "FAILED",
      endedAt: "2026-11-15T12:00:00.000Z",
      subjectIds: ["ada", "bob"],
      overview: [
        {
          sourceId: aSource().id,
          status: "FAILED",
          sent: 2,
          destinations: [
            {
              destinationId: aDestination().id,
              status: "FAILED",
              waiting: 0,
              delivered: 0,
              failed: 1,
              cancelled: 1,
              expired: 0,
              reason: "connection_refused",
            },
          ],
        },
      ],
    }),
  );
  show(fake, "/privacy/requests/reg_2s6ht0b8f4j1n");
  const table = await screen.findByRole("table", { name: "Destinations" });
  expect(await within(table).findByText("Warehouse")).toBeTruthy();
  expect(within(table).getByText("connection refused, destination was disabled")).toBeTruthy();
  expect(screen.getByText("ada")).toBeTruthy();
});

test("an unknown request shows 'no such request'", async () => {
  show(service(), "/privacy/requests/reg_0000000000000");
  expect(await screen.findByRole("heading", { name: "No such request" })).toBeTruthy();
});

test("a suppression is found and lifted for its source", async () => {
  let lifted = false;
  const fake = service()
    .on("GET", "/suppressions", (request) => {
      expect(request.query.get("search") ?? "ad").toMatch(/^ad?$/);
      return lifted
        ? page([])
        : page([
            {
              userId: "ada",
              sourceId: aSource().id,
              regulationId: "reg_2s6ht0b8f4j1n",
              createdAt: "2026-11-15T08:00:00.000Z",
            },
          ]);
    })
    .on("POST", "/regulations", () => {
      lifted = true;
      return aRequest({ regulationType: "UNSUPPRESS", status: "FINISHED" });
    });
  const user = show(fake, "/privacy/suppressions");
  await user.type(await screen.findByLabelText("IDs that start with"), "ad");
  const table = await screen.findByRole("table", { name: "Suppressed users" });
  expect(await within(table).findByText("Web shop")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Lift the suppression of ada" }));
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Lift" }));
  expect(await screen.findByText("Messages of ada are accepted again.")).toBeTruthy();
  expect(fake.changes("/regulations")[0]?.body).toEqual({
    subjectType: "USER_ID",
    regulationType: "UNSUPPRESS",
    subjectIds: ["ada"],
    sources: [aSource().id],
  });
});

test("a viewer sees requests but cannot create one", async () => {
  const fake = service().on("GET", "/regulations", () => page([]));
  fake.session = { name: "Viewer", role: "viewer" };
  show(fake, "/privacy");
  await screen.findByRole("heading", { name: "No requests" });
  expect(screen.queryByRole("link", { name: "New request" })).toBeNull();
});

test("a deletion says when samples and rejected bodies are erased", async () => {
  const fake = service();
  fake.on("GET", "/regulations/{id}", () =>
    aRequest({ samplesDueBy: "2026-11-16T08:00:00.000Z", overview: [] }),
  );
  show(fake, "/privacy/requests/reg_2s6ht0b8f4j1n");
  const due = (await screen.findByText("Samples and rejected bodies")).parentElement;
  expect(due?.textContent).toMatch(/due by /);
});

test("a deletion says when samples and rejected bodies were erased", async () => {
  const fake = service();
  fake.on("GET", "/regulations/{id}", () =>
    aRequest({ samplesErasedAt: "2026-11-15T09:00:00.000Z", overview: [] }),
  );
  show(fake, "/privacy/requests/reg_2s6ht0b8f4j1n");
  const erased = (await screen.findByText("Samples and rejected bodies")).parentElement;
  expect(erased?.textContent).toMatch(/erased at /);
});
