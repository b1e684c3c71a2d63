import type { z } from 'zod';
import { describeIssues } from './issue-path.ts';

/** What a model reads when its call has not the shape that the tool asks for. */
export function invalidInput(toolName: string, error: z.ZodError): string {
  return `Invalid input for ${toolName}: ${describeIssues(error)}`;
}
