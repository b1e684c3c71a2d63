import { z } from 'zod';
import { isToolName, outsideTools } from './outside-tools.ts';

/** By the tool's own name; a tool without an entry has none. */
export const secondNamesSchema = z.partialRecord(
  z.enum(outsideTools),
  z.string().refine(isToolName, 'must be 1 to 64 letters, digits, _ or -'),
);

export type SecondNames = z.infer<typeof secondNamesSchema>;
