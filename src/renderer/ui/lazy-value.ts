/**
 * Makes a value on first use, and keeps it. What the browser takes long to make, such as a
 * formatter of numbers and dates, then costs the start of a window nothing.
 */
export function lazyValue<Thing>(make: () => Thing): () => Thing {
  let made: { thing: Thing } | undefined;
  return () => (made ??= { thing: make() }).thing;
}
