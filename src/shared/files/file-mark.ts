import { z } from 'zod';

/** Why a change of a file deserves a second look, the gravest reason first. */
export const fileMarkSchema = z.enum(['holds-secrets', 'runs-code', 'steers-agents', 'changes-ignored']);

export type FileMark = z.infer<typeof fileMarkSchema>;
