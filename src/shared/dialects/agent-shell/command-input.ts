import { z } from 'zod';
import { fold } from '../input-rules.ts';
import { pathText, plainInput } from '../tool-input.ts';
import { type Limits, longestDescription, longestLabel } from './help.ts';

const text = (longest: number) => z.string().min(1).max(longest);

const schemaFor = ({ questions, options, header, question }: Limits) =>
  z.object({
    questions: z
      .array(
        z.object({
          question: text(question),
          header: text(header),
          options: z
            .array(z.object({ label: text(longestLabel), description: text(longestDescription) }))
            .min(2)
            .max(options),
          multiSelect: z.boolean(),
        }),
      )
      .min(1)
      .max(questions),
  });

export type CommandInput = z.infer<ReturnType<typeof schemaFor>>;

/** What the command prints: an answer by the header of each question that has one. */
export const commandOutputSchema = z.lazy(() => z.object({ answers: z.record(z.string(), z.string()) }));

export type CommandOutput = z.infer<typeof commandOutputSchema>;

export type CheckedInput = { ok: true; input: CommandInput } | { ok: false; problems: string[] };

type Issue = { path: PropertyKey[]; message: string };

/** Validates a call; the problems are worded as the command's contract has them. */
export function checkInput(raw: unknown, limits: Limits): CheckedInput {
  const schema = schemaFor(limits);
  const input = plainInput(schema, raw);
  const parsed = schema.safeParse(input, { error: wording });
  const repeats = repeatsIn(input);
  if (parsed.success && repeats.length === 0) return { ok: true, input: parsed.data };
  const broken = parsed.error?.issues ?? [];
  const issues: Issue[] = [...broken.map(({ path, message }) => ({ path, message })), ...repeats];
  const lines = new Map<string, string>();
  for (const { path, message } of issues.toSorted(byPlace)) {
    const place = pathText(path);
    if (!lines.has(place)) lines.set(place, `- ${place}: ${message}`);
  }
  return { ok: false, problems: [...lines.values()] };
}

const units: ReadonlyMap<string, string> = new Map([
  ['string', 'character(s)'],
  ['array', 'element(s)'],
]);

function wording(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'Required'
        : `Expected ${issue.expected}, received ${typeName(issue.input)}`;
    case 'too_big':
      return `${subjectOf(issue.origin)} must contain at most ${issue.maximum} ${units.get(issue.origin) ?? ''}`;
    case 'too_small':
      return `${subjectOf(issue.origin)} must contain at least ${issue.minimum} ${units.get(issue.origin) ?? ''}`;
    case undefined:
    case 'custom':
    case 'invalid_element':
    case 'invalid_format':
    case 'invalid_key':
    case 'invalid_union':
    case 'invalid_value':
    case 'not_multiple_of':
    case 'unrecognized_keys':
      return undefined;
  }
}

function subjectOf(origin: string): string {
  return origin === 'array' ? 'Array' : 'String';
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

const looseSchema = z.lazy(() =>
  z.object({
    questions: z.array(
      z
        .object({
          header: z.unknown(),
          options: z.array(z.object({ label: z.unknown() }).partial().catch({})).catch([]),
        })
        .partial()
        .catch({}),
    ),
  }),
);

/**
 * Finds what the schema can't express, even if it found problems too: repeated headers, repeated labels, an
 * Other.
 */
function repeatsIn(raw: unknown): Issue[] {
  const questions = looseSchema.safeParse(raw).data?.questions ?? [];
  const headers = new Set<unknown>();
  return questions.flatMap(({ header, options = [] }, index) => {
    const issues: Issue[] = [];
    if (typeof header === 'string' && headers.has(header))
      issues.push({ path: ['questions', index, 'header'], message: 'Header must be unique' });
    headers.add(header);
    const labels = new Set<string>();
    for (const [number, { label }] of options.entries()) {
      if (typeof label !== 'string') continue;
      const path = ['questions', index, 'options', number, 'label'];
      if (labels.has(fold(label))) issues.push({ path, message: 'Label must be unique' });
      if (fold(label) === 'other') issues.push({ path, message: 'Other is always offered; leave it out' });
      labels.add(fold(label));
    }
    return issues;
  });
}

const order = ['questions', 'question', 'header', 'options', 'label', 'description', 'multiSelect'];

function byPlace({ path: one }: Issue, { path: other }: Issue): number {
  for (const [index, key] of one.entries()) {
    const otherKey = other[index];
    if (otherKey === undefined) return 1;
    const difference = rank(key) - rank(otherKey);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

function rank(key: PropertyKey): number {
  return typeof key === 'number' ? key : order.indexOf(String(key));
}
