import type { z } from 'zod';

/** Says where a value breaks its schema, for a model to mend: `questions[0].options[1].label: …`. */
export function describeIssues(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => `${pathText(path)}: ${message}`).join('; ');
}

/** A path as JavaScript writes it; the root is called `input`. */
export function pathText(path: readonly PropertyKey[]): string {
  const [first, ...rest] = path.map(String);
  if (first === undefined) return 'input';
  return rest.reduce((text, key) => text + (/^\d+$/.test(key) ? `[${key}]` : `.${key}`), first);
}
