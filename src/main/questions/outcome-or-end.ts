/** Resolves to a promise's outcome, or to undefined where the signal aborts first. */
export async function outcomeOrEnd<Outcome>(
  outcome: Promise<Outcome>,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  const over = Promise.withResolvers<undefined>();
  const onAbort = () => over.resolve(undefined);
  signal.addEventListener('abort', onAbort, { once: true });
  const first = await Promise.race([outcome, over.promise]);
  signal.removeEventListener('abort', onAbort);
  return signal.aborted ? undefined : first;
}
