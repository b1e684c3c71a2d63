/**
 * Makes a value on first use, and keeps it. What takes long to make, such as a formatter of numbers and dates or
 * a pattern of Unicode's classes, then costs a start nothing.
 */
export function lazyValue<Thing>(make: () => Thing): () => Thing {
  let made: { thing: Thing } | undefined;
  return () => (made ??= { thing: make() }).thing;
}
