import "./mantine";
import "./base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { App } from "./App";
import { createQueries } from "./queries";

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter>
        <App queries={createQueries()} />
      </BrowserRouter>
    </StrictMode>,
  );
}
