const PATIENCE_MILLIS = 20_000;
const PAUSE_MILLIS = 50;

/** Asks until what is claimed holds, and fails with the last complaint if it never does. */
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
