import { z } from 'zod';

/** An address split around its host as it is encoded; `decodedHost` is the host where it reads differently. */
export const webAddressSchema = z.object({
  before: z.string(),
  host: z.string(),
  after: z.string(),
  decodedHost: z.string().optional(),
});

export type WebAddress = z.infer<typeof webAddressSchema>;
