/** Returns the message of a thrown value, or the value as text. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the code of a system error, such as `ENOENT`; undefined for none. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Returns an error and all its causes, outermost first. */
export function causes(error: unknown): unknown[] {
  const all: unknown[] = [error];
  for (let index = 0; index < all.length && index < 20; index += 1) {
    for (const key of ['cause', 'error']) {
      const cause = property(all[index], key);
      if (cause !== undefined) all.push(cause);
    }
    const several = property(all[index], 'errors');
    if (Array.isArray(several)) for (const one of several) all.push(one as unknown);
  }
  return all;
}

/** Returns a property of a thrown value; undefined for none. */
export function property(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
