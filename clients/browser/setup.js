// Runs before the library: everything that the library fetches and sends goes to the host that served this script.
(() => {
  const script = document.currentScript;
  const path = "/analytics.js/v1/";
  if (!script || script.src.indexOf(path) < 0) {
    return;
  }
  const base = script.src.slice(0, script.src.indexOf(path));
  const name = script.dataset.globalSegmentAnalyticsKey || "analytics";
  if (!window[name]) {
    window[name] = [];
  }
  const analytics = window[name];
  if (analytics.initialized) {
    return;
  }
  analytics._cdn = analytics._cdn || base;
  const options = analytics._loadOptions || {};
  const integrations = options.integrations || {};
  const sending = integrations["Segment.io"];
  if (sending === false) {
    return;
  }
  const [protocol, host] = base.split("://");
  const ours = { apiHost: `${host}/v1`, protocol };
  analytics._loadOptions = {
    ...options,
    integrations: {
      ...integrations,
      "Segment.io": typeof sending === "object" ? { ...ours, ...sending } : ours,
    },
  };
})();
