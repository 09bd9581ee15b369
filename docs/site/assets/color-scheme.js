// Runs before the first paint, so that a dark page never flashes white. The dashboard uses the same choice.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("postrider-color-scheme");
  } catch {
    // storage may be blocked; then the system decides
  }
  const dark =
    chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.scheme = dark ? "dark" : "light";
})();
