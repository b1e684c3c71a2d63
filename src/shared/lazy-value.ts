/**
 * Makes a value on first use and keeps it, so that what is slow to make, such as a formatter or a Unicode
 * pattern, costs a start nothing.
 */
export function lazyValue<Thing>(make: () => Thing): () => Thing {
  let made: { thing: Thing } | undefined;
  return () => (made ??= { thing: make() }).thing;
}
