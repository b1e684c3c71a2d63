import { z } from 'zod';

/** The mutants that were picked, each with the number of its switch, which is above 0. */
export const pickedSchema = z.array(
  z.object({
    id: z.number(),
    file: z.string(),
    start: z.number(),
    end: z.number(),
    was: z.string(),
    becomes: z.string(),
    code: z.string(),
    line: z.number(),
    inLine: z.string(),
  }),
);
export type Mutant = z.infer<typeof pickedSchema>[number];

/** Requests to the process that runs tests: all of them without a mutant, or some with one. */
export const requestSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('look') }),
  z.object({ type: z.literal('try'), mutant: z.number(), tests: z.array(z.string()) }),
]);
export type Request = z.infer<typeof requestSchema>;

const testFileSchema = z.object({
  file: z.string(),
  ok: z.boolean(),
  ms: z.number(),
  reached: z.array(z.number()),
});
export type TestFile = z.infer<typeof testFileSchema>;

export const replySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('looked'), files: z.array(testFileSchema) }),
  /** `by` is the test that failed; null where all pass. */
  z.object({ type: z.literal('tried'), by: z.string().nullable() }),
]);
export type Reply = z.infer<typeof replySchema>;
