/**
 * Makes a thing when it is first asked for, and keeps it. What the browser takes long to make, such as a
 * formatter of numbers and dates, then costs the start of a window nothing.
 */
export function onFirstUse<Thing>(make: () => Thing): () => Thing {
  let made: { thing: Thing } | undefined;
  return () => (made ??= { thing: make() }).thing;
}
