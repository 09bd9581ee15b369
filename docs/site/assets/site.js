import { setUpSearch } from "./search-box.js";

setUpSearch(
  document.getElementById("search"),
  document.getElementById("results"),
  document.getElementById("search-status"),
);
setUpSchemeButton(document.getElementById("scheme"));
document.querySelectorAll("pre").forEach(addCopyButton);
showCurrent(document.querySelector("nav"));

/** Scrolls the list of pages, but never the page. */
function showCurrent(list) {
  const current = list.querySelector('[aria-current="page"]');
  if (current !== null) {
    list.scrollTop = current.offsetTop - list.clientHeight / 2;
  }
}

function setUpSchemeButton(button) {
  const root = document.documentElement;
  const show = () => {
    button.textContent = root.dataset.scheme === "dark" ? "Light" : "Dark";
    button.setAttribute("aria-label", `${button.textContent} color scheme`);
  };
  button.addEventListener("click", () => {
    root.dataset.scheme = root.dataset.scheme === "dark" ? "light" : "dark";
    try {
      localStorage.setItem("postrider-color-scheme", root.dataset.scheme);
    } catch {
      // storage may be blocked; then the choice lasts for this page
    }
    show();
  });
  show();
}

/** Browsers allow writing to the clipboard on secure pages only. */
function addCopyButton(block) {
  block.tabIndex = 0;
  if (!navigator.clipboard) {
    return;
  }
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(block.querySelector("code").textContent);
    button.textContent = "Copied";
    setTimeout(() => {
      button.textContent = "Copy";
    }, 2000);
  });
  const frame = document.createElement("div");
  frame.className = "code";
  block.replaceWith(frame);
  frame.append(block, button);
}
