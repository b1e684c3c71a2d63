import { z } from 'zod';

/**
 * Reads what agents send, as far as Parley shows it. Unlike the SDK's own schemas these keep fields that the
 * protocol does not name, for agents say much in them; a field of another form than expected counts as left out.
 */
export const text = z.string().optional().catch(undefined);

export const flag = z.boolean().optional().catch(undefined);

export const words = z.array(z.string()).optional().catch(undefined);

export const record = z.record(z.string(), z.unknown());

export const meta = record.optional().catch(undefined);

/** Reads each item of an array by itself, and leaves out those that can't be read. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.array(z.unknown()).transform((items) =>
    items.flatMap((one): z.infer<Item>[] => {
      const read = item.safeParse(one);
      return read.success ? [read.data] : [];
    }),
  );
}

export const optionalListOf = <Item extends z.ZodType>(item: Item) =>
  listOf(item).optional().catch(undefined);
