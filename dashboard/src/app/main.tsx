import "./mantine";
import "./base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { App } from "./App";
import { createQueries } from "./queries";

// Fields show what the address says: were it changed in a transition, letters typed fast would be lost.
const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter useTransitions={false}>
        <App queries={createQueries()} />
      </BrowserRouter>
    </StrictMode>,
  );
}
