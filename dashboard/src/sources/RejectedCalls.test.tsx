import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { FakeService } from "../fake/FakeService";
import { aSource } from "../fake/fixtures";
import { address, show } from "../fake/show";

const source = "src_3k9w0m5x7b2qd";

const call = {
  id: "7",
  at: "2026-11-15T08:00:00.000Z",
  sourceId: source,
  code: "no_user_anon_id",
  message: "The message has no user.",
  sender: "192.0.2.1",
  bytes: 22,
  body: '{"event":"Signed Up"}',
  truncated: false,
};

const dropped = { rate: 0, queue: 0, disk: 0 };

test("shows the rejected calls of a source, with code, sender and body", async () => {
  const asked: string[] = [];
  const fake = new FakeService().on("GET", "/rejected", (request) => {
    asked.push(request.query.toString());
    return { data: [call], next: null, since: "2026-11-14T08:00:00.000Z", dropped };
  });
  fake.sources = [aSource()];
  const user = show(fake, `/sources/${source}/rejected`);
  expect(await screen.findByText("no_user_anon_id")).toBeTruthy();
  expect(screen.getByText("192.0.2.1")).toBeTruthy();
  expect(screen.getByText('{"event":"Signed Up"}')).toBeTruthy();
  expect(asked[0]).toBe(`limit=50&source=${source}`);
  await user.type(screen.getByLabelText("Sender"), "192.0.2.1{Enter}");
  expect(address()).toBe(`/sources/${source}/rejected?sender=192.0.2.1`);
});

test("says since when nothing was rejected", async () => {
  const fake = new FakeService().on("GET", "/rejected", () => ({
    data: [],
    next: null,
    since: "2026-11-14T08:00:00.000Z",
    dropped,
  }));
  show(fake, "/rejected");
  expect(await screen.findByRole("heading", { name: "No rejected calls" })).toBeTruthy();
});
