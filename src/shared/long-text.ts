import { z } from 'zod';
import { longestText } from './longest-text.ts';

export const longTextSchema = z.string().max(longestText);
