// Runs before the first paint, so that a dark page never flashes white. A separate file, because
// the content security policy allows no inline scripts.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("postrider-color-scheme");
  } catch {
    // storage may be blocked; then the system decides
  }
  const dark =
    chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
})();
