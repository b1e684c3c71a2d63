import { z } from 'zod';

/** Reasons for which a change of a file deserves a second look, the gravest first. */
export const fileMarkSchema = z.enum(['holds-secrets', 'runs-code', 'steers-agents', 'changes-ignored']);

export type FileMark = z.infer<typeof fileMarkSchema>;
