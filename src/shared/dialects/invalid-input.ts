import type { z } from 'zod';
import { describeIssues } from './issue-path.ts';

/** Returns the text for a model whose call does not match the tool's schema. */
export function invalidInput(toolName: string, error: z.ZodError): string {
  return `Invalid input for ${toolName}: ${describeIssues(error)}`;
}
