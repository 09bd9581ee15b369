const PATIENCE_MILLIS = 60_000;
const PAUSE_MILLIS = 50;

/** Retries an assertion until it holds; fails with the last error. */
export async function eventually(claim: () => void | Promise<void>): Promise<void> {
  const end = Date.now() + PATIENCE_MILLIS;
  for (;;) {
    try {
      await claim();
      return;
    } catch (complaint) {
      if (Date.now() > end) {
        throw complaint;
      }
      await new Promise((done) => setTimeout(done, PAUSE_MILLIS));
    }
  }
}
