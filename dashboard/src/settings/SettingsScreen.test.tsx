import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Token } from "../api/tokens";
import type { Workspace } from "../api/workspace";
import { FakeService, page, problem } from "../fake/FakeService";
import { address, show } from "../fake/show";

const token: Token = {
  id: "tok_1",
  name: "Grafana",
  role: "viewer",
  createdAt: "2026-11-01T08:00:00.000Z",
};

const workspace: Workspace = {
  name: "Acme",
  filteredServerCallsCount: false,
  redactedFields: ["traits.email"],
  notifications: { failingAfter: "1h" },
};

test("a new token is shown once", async () => {
  const fake = new FakeService()
    .on("GET", "/tokens", () => page([token]))
    .on("POST", "/tokens", (request) => {
      expect(request.body).toEqual({ name: "Ada", role: "editor" });
      return { ...token, name: "Ada", token: "prt_once" };
    });
  const user = show(fake, "/settings");
  expect(await screen.findByText("Grafana")).toBeTruthy();
  expect(address()).toBe("/settings/tokens");
  await user.click(screen.getByRole("button", { name: "Create token" }));
  const dialog = screen.getByRole("dialog");
  await user.type(within(dialog).getByLabelText(/^Name/), "Ada");
  await user.selectOptions(within(dialog).getByLabelText("Role"), "editor");
  await user.click(within(dialog).getByRole("button", { name: "Create token" }));
  expect(await screen.findByDisplayValue("prt_once")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Done" }));
  expect(screen.queryByDisplayValue("prt_once")).toBeNull();
});

test("a token is revoked after a confirmation", async () => {
  const tokens = [token];
  const fake = new FakeService()
    .on("GET", "/tokens", () => page(tokens))
    .on("DELETE", "/tokens/{id}", () => {
      tokens.pop();
      return undefined;
    });
  const user = show(fake, "/settings/tokens");
  await user.click(await screen.findByRole("button", { name: "Revoke Grafana" }));
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Revoke" }));
  expect(await screen.findByText("Grafana is revoked.")).toBeTruthy();
  expect(await screen.findByRole("heading", { name: "No tokens" })).toBeTruthy();
});

test("the workspace is saved, and errors show at their field", async () => {
  let refuse = true;
  const fake = new FakeService()
    .on("GET", "/workspace", () => workspace)
    .on("PATCH", "/workspace", (request) =>
      refuse
        ? problem(422, "Some fields are invalid.", [
            { field: "redactedFields[1]", message: "is not a path" },
          ])
        : { ...workspace, ...(request.body as object) },
    );
  const user = show(fake, "/settings/workspace");
  await user.type(await screen.findByLabelText("Redacted fields"), "{Enter}*.phone");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect((await screen.findByRole("alert")).textContent).toContain("is not a path");
  refuse = false;
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("The workspace is saved.");
  expect(fake.changes("/workspace").at(-1)?.body).toEqual({
    name: "Acme",
    redactedFields: ["traits.email", "*.phone"],
    filteredServerCallsCount: false,
  });
});

test("declared settings cannot be changed", async () => {
  const declared: Workspace = { ...workspace, declared: ["name", "notifications"] };
  const fake = new FakeService()
    .on("GET", "/workspace", () => declared)
    .on("GET", "/notifications", () => page([]))
    .on("PATCH", "/workspace", () => declared);
  const user = show(fake, "/settings/workspace");
  const name = await screen.findByLabelText<HTMLInputElement>("Name");
  expect(name.disabled).toBe(true);
  expect(screen.getByText(/The workspace file declares the name/)).toBeTruthy();
  await user.type(screen.getByLabelText("Redacted fields"), "{Enter}*.phone");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("The workspace is saved.");
  expect(fake.changes("/workspace").at(-1)?.body).toEqual({
    redactedFields: ["traits.email", "*.phone"],
    filteredServerCallsCount: false,
  });
  await user.click(screen.getByRole("link", { name: "Notifications" }));
  expect(await screen.findByText(/The workspace file declares the notifications/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
});

test("the secret of the notifications is removed with null", async () => {
  const signed: Workspace = {
    ...workspace,
    notifications: { failingAfter: "1h", sharedSecret: { set: true } },
  };
  const fake = new FakeService()
    .on("GET", "/workspace", () => signed)
    .on("GET", "/notifications", () => page([]))
    .on("PATCH", "/workspace", () => workspace);
  const user = show(fake, "/settings/notifications");
  await user.click(await screen.findByRole("button", { name: "Remove secret" }));
  await user.click(
    within(screen.getByRole("dialog")).getByRole("button", { name: "Remove secret" }),
  );
  expect(await screen.findByText(/^Signs each notification/)).toBeTruthy();
  expect(fake.changes("/workspace")[0]?.body).toEqual({ notifications: { sharedSecret: null } });
});

test("a viewer sees neither tokens nor the audit trail", async () => {
  const fake = new FakeService().on("GET", "/workspace", () => workspace);
  fake.session = { name: "Vi", role: "viewer" };
  show(fake, "/settings");
  expect(await screen.findByText("Only admins can change these settings.")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Tokens" })).toBeNull();
  expect(screen.queryByRole("link", { name: "Audit" })).toBeNull();
});

test("the audit trail shows who changed what", async () => {
  const fake = new FakeService().on("GET", "/audit", () =>
    page([
      {
        id: "1",
        at: "2026-11-15T08:00:00.000Z",
        actor: { id: "tok_1", name: "Ada" },
        action: "destination.changed",
        resource: { type: "destination", id: "dst_1", name: "Warehouse" },
        changes: [{ field: "maxRate", from: 100, to: 500 }],
      },
    ]),
  );
  show(fake, "/settings/audit?resource=dst_1");
  const row = (await screen.findByRole("link", { name: "Warehouse" })).closest("tr");
  expect(row?.textContent).toContain("Ada");
  expect(row?.textContent).toContain("maxRate 100 → 500");
  const asked = fake.requests.find(({ path }) => path === "/audit");
  expect(asked?.query.get("resource")).toBe("dst_1");
});
