import { z } from 'zod';
import { type DialectId, isDialectId } from './registry.ts';

/** The name of a dialect, as workspaces keep it. */
export const dialectIdSchema = z.custom<DialectId>(isDialectId);
