import type { z } from 'zod';

/** A text as it counts in comparisons: trimmed, in lower case. */
export function fold(value: string): string {
  return value.trim().toLowerCase();
}

/** Reports each value that stands in a list before, under the key of its entry. */
export function rejectDuplicates(values: readonly string[], key: string, context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [index, value] of values.entries()) {
    const folded = fold(value);
    if (seen.has(folded)) {
      context.addIssue({ code: 'custom', path: [index, key], message: `"${value}" stands here twice` });
    }
    seen.add(folded);
  }
}

/** Reports an option that would stand beside the Other which is always offered. */
function rejectOther(options: readonly { label: string }[], context: z.RefinementCtx): void {
  for (const [index, { label }] of options.entries()) {
    if (fold(label) !== 'other') continue;
    const message = 'Other is always offered; leave it out';
    context.addIssue({ code: 'custom', path: [index, 'label'], message });
  }
}

/** Reports repeated labels and an Other among the options of one question. */
export function checkLabels(options: readonly { label: string }[], context: z.RefinementCtx): void {
  rejectDuplicates(
    options.map(({ label }) => label),
    'label',
    context,
  );
  rejectOther(options, context);
}
