import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { FakeService, page, problem } from "../fake/FakeService";
import { anOverview, aSource } from "../fake/fixtures";
import { address, show } from "../fake/show";

function signedOut(): FakeService {
  const service = new FakeService();
  service.session = null;
  service.on("GET", "/overview", () => anOverview());
  return service;
}

test("without a session, the page asks for a token and then shows the requested page", async () => {
  const service = signedOut();
  service.sources = [aSource()];
  service.on("POST", "/session", (request) => {
    service.session = { name: "Ada", role: "editor" };
    expect(request.body).toEqual({ token: "prt_secret" });
    return service.session;
  });
  const user = show(service, "/sources");
  await user.type(await screen.findByLabelText("Token"), " prt_secret ");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  expect(await screen.findByRole("link", { name: "Web shop" })).toBeTruthy();
  expect(screen.getByText("Ada")).toBeTruthy();
  expect(address()).toBe("/sources");
});

test("a wrong token shows an error", async () => {
  const service = signedOut();
  service.on("POST", "/session", () => problem(401, "no"));
  const user = show(service, "/");
  await user.type(await screen.findByLabelText("Token"), "wrong{Enter}");
  expect((await screen.findByRole("alert")).textContent).toContain("unknown");
});

test("too many attempts show how long to wait", async () => {
  const service = signedOut();
  service.on("POST", "/session", () => problem(429, "slow", undefined, { "Retry-After": "90" }));
  const user = show(service, "/");
  await user.type(await screen.findByLabelText("Token"), "wrong{Enter}");
  expect((await screen.findByRole("alert")).textContent).toContain("1 min 30 s");
});

test("every request carries the header that other sites cannot send", async () => {
  const service = new FakeService().on("GET", "/overview", () => anOverview());
  show(service, "/");
  await screen.findByRole("heading", { name: "Overview" });
  await waitFor(() => expect(service.requests.length).toBeGreaterThan(1));
  for (const request of service.requests) {
    expect(request.headers.get("X-Postrider")).toBe("1");
  }
});

test("an expired session leads to the sign-in page", async () => {
  const service = new FakeService();
  service.on("GET", "/sources", () => problem(401, "The session has expired."));
  show(service, "/sources");
  expect(await screen.findByRole("heading", { name: "Sign in to Postrider" })).toBeTruthy();
});

test("signing out ends the session", async () => {
  const service = new FakeService().on("GET", "/overview", () => anOverview());
  service.on("DELETE", "/session", () => undefined);
  const user = show(service, "/");
  await user.click(await screen.findByRole("button", { name: "Sign out" }));
  expect(await screen.findByLabelText("Token")).toBeTruthy();
  expect(service.changes("/session")).toHaveLength(1);
});

test("an unknown URL shows 'not found'", async () => {
  show(new FakeService(), "/nowhere");
  expect(await screen.findByRole("heading", { name: "Page not found" })).toBeTruthy();
});

test("a failed request shows an error with a retry button", async () => {
  const service = new FakeService();
  service.on("GET", "/sources", () => problem(403, "Your role does not permit this."));
  const user = show(service, "/sources");
  expect((await screen.findByRole("alert")).textContent).toContain(
    "Your role does not permit this.",
  );
  service.on("GET", "/sources", () => page([aSource()]));
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("link", { name: "Web shop" })).toBeTruthy();
});
