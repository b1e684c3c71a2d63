import { z } from 'zod';
import { type MessageId, messageIdSchema } from '../../shared/ids.ts';

const placeSchema = z.object({ message_id: messageIdSchema });

/** Groups the items of rows with a `message_id` by their message, in their order. */
export function byMessage<Row, Item>(rows: Iterable<Row>, read: (row: Row) => Item): Map<MessageId, Item[]> {
  const items = new Map<MessageId, Item[]>();
  for (const row of rows) {
    const { message_id: id } = placeSchema.parse(row);
    const ofMessage = items.get(id);
    if (ofMessage === undefined) items.set(id, [read(row)]);
    else ofMessage.push(read(row));
  }
  return items;
}
