import "./mantine";
import "./base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { App } from "./App";
import { createQueries } from "./queries";

// Fields show values from the URL. Changing it in a transition would lose letters typed fast.
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
