import { z } from 'zod';
import { confinementRefusalSchema } from '../permissions/permission.ts';

/** Colours are told by name, so that each theme has its own. */
const outputLookSchema = z.enum(['bold', 'dim', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan']);

/** A span of a line in one or more looks; `from` and `to` count UTF-16 units. */
const outputMarkSchema = z.object({
  from: z.number().int(),
  to: z.number().int(),
  looks: z.array(outputLookSchema),
});

export const outputLineSchema = z.object({ text: z.string(), marks: z.array(outputMarkSchema).optional() });

/** The encodings of an output other than UTF-8, by their names in the Encoding Standard; `binary` for bytes of no text. */
const encodingsSchema = z.array(z.string()).optional();

/** `at` is milliseconds since 1970. */
const commandEndingSchema = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('exited'), code: z.number().int(), at: z.number() }),
    /** A signal ended it that nobody here had sent. */
    z.object({ type: z.literal('signalled'), signal: z.string(), at: z.number() }),
    z.object({ type: z.literal('timed-out'), at: z.number() }),
    /** The person ended it, or the turn or the chat it ran in. */
    z.object({ type: z.literal('stopped'), at: z.number() }),
    /** Parley ended while it ran. */
    z.object({ type: z.literal('cut-off'), at: z.number() }),
    z.object({ type: z.literal('not-started'), problem: z.string(), at: z.number() }),
  ]),
);

/** `confined`: it writes in the folder only; `unconfined`: it has all the rights of the person. */
const confinementSchema = z.enum(['confined', 'unconfined']);

/** Files relative to the folder: those with secrets that it did not see, and protected ones that it made. */
const unaskedFindingsSchema = z.object({ unseen: z.array(z.string()), made: z.array(z.string()) });

/**
 * One command as its card shows it. `folder` is relative to the chat's, empty for that itself. `seconds` is its
 * time limit, null where it has none. The rest describes what has ended.
 */
export const commandRunSchema = z.lazy(() =>
  z.object({
    number: z.number().int(),
    line: z.string(),
    folder: z.string(),
    confinement: confinementSchema,
    /** The hosts that it may reach, where it is confined and a rule has some. */
    hosts: z.array(z.string()).optional(),
    /** What its confinement kept it from, as far as that is known; filled in when it has ended. */
    refused: confinementRefusalSchema.optional(),
    /** Where nobody was asked about a confined command; filled in when it has ended. */
    unasked: unaskedFindingsSchema.optional(),
    background: z.boolean(),
    seconds: z.number().nullable(),
    startedAt: z.number(),
    ending: commandEndingSchema.nullable(),
    /** True where it left processes running, which were then ended. */
    leftProcesses: z.boolean(),
    /** The files of waiting previews that it changed, relative to the folder. */
    staled: z.array(z.string()),
    /** The last lines of its output, and how many there were. */
    tail: z.array(outputLineSchema),
    lines: z.number().int(),
    encodings: encodingsSchema,
    /** The file with its bytes, where they are kept because it is not UTF-8. */
    bytesFile: z.string().optional(),
  }),
);

export const commandOutputSchema = z.lazy(() =>
  z.object({ tail: z.array(outputLineSchema), lines: z.number().int(), encodings: encodingsSchema }),
);

/**
 * A part of a command's whole output: lines from the number `from` on, of `total`. `leftOut` are lines between
 * the beginning and the end that were not kept.
 */
export const outputPageSchema = z.lazy(() =>
  z.object({
    from: z.number().int(),
    lines: z.array(outputLineSchema),
    total: z.number().int(),
    leftOut: z.object({ from: z.number().int(), to: z.number().int() }).nullable(),
  }),
);

export type UnaskedFindings = z.infer<typeof unaskedFindingsSchema>;
export type OutputLook = z.infer<typeof outputLookSchema>;
export type OutputMark = z.infer<typeof outputMarkSchema>;
export type OutputLine = z.infer<typeof outputLineSchema>;
export type CommandEnding = z.infer<typeof commandEndingSchema>;
export type CommandRun = z.infer<typeof commandRunSchema>;
export type CommandOutput = z.infer<typeof commandOutputSchema>;
export type OutputPage = z.infer<typeof outputPageSchema>;
