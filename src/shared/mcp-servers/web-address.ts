import { z } from 'zod';

/**
 * An address for a browser in the parts around its host, which is as it is encoded; `decodedHost` is that host where
 * it reads otherwise.
 */
export const webAddressSchema = z.object({
  before: z.string(),
  host: z.string(),
  after: z.string(),
  decodedHost: z.string().optional(),
});

export type WebAddress = z.infer<typeof webAddressSchema>;
