// Reads the report of `npm audit --json` from standard input. Fails if a package has a known vulnerability that is high or
// critical. Passes, and says so, if the report has no advisory data, because the service could not be reached.
import { readFileSync } from "node:fs";

const SEVERE = ["high", "critical"];

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

const report = parse(readFileSync(0, "utf8"));
if (typeof report.vulnerabilities !== "object" || report.vulnerabilities === null) {
  const reason = report.message ? `: ${report.message}` : "";
  console.log(`npm audit: no advisory data can be reached${reason}. Nothing was checked.`);
} else {
  const severe = Object.values(report.vulnerabilities).filter((found) =>
    SEVERE.includes(found.severity),
  );
  for (const found of severe) {
    console.error(`${found.severity}: ${found.name} ${found.range}`);
  }
  const all = Object.keys(report.vulnerabilities).length;
  console.log(`npm audit: ${all} known vulnerabilities, ${severe.length} of them severe.`);
  process.exitCode = severe.length === 0 ? 0 : 1;
}
