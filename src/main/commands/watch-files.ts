/** Looks every second which files are others by now; returns what looks once more, ends it, and returns all found. */
export function watchFiles(
  changed: () => Promise<string[]>,
  report: (error: unknown) => void,
): () => Promise<string[]> {
  const found = new Set<string>();
  const look = async () => {
    for (const path of await changed()) found.add(path);
  };
  let looking: Promise<unknown> = Promise.resolve();
  const lookOnce = () => (looking = looking.then(look).catch(report));
  const timer = setInterval(() => void lookOnce(), 1_000);
  return async () => {
    clearInterval(timer);
    await lookOnce();
    return [...found];
  };
}
