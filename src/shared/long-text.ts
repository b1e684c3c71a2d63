import { z } from 'zod';

/** The longest text a person can send or leave unsent in one field, in UTF-16 units. */
export const longTextSchema = z.string().max(1_000_000);
