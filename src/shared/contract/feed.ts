import { z } from 'zod';

/**
 * A place in a feed: `feed` names one run of it (a restart of main begins another), `seq` counts
 * its events. A subscriber that sends the last cursor it saw gets what it missed.
 */
export const cursorSchema = z.object({ feed: z.string(), seq: z.number().int().nonnegative() });

/** The whole state, and the place in its feed from which a subscriber goes on. */
export const snapshotSchema = <State extends z.ZodType>(state: State) =>
  z.object({ type: z.literal('snapshot'), cursor: cursorSchema, state });

/** An item of a feed: the whole state first or after too long an absence, else one event. */
export const feedItemSchema = <State extends z.ZodType, Event extends z.ZodType>(
  state: State,
  event: Event,
) =>
  z.discriminatedUnion('type', [
    snapshotSchema(state),
    z.object({ type: z.literal('event'), cursor: cursorSchema, event }),
  ]);

export type Cursor = z.infer<typeof cursorSchema>;
export type Snapshot<State> = { type: 'snapshot'; cursor: Cursor; state: State };
export type FeedItem<State, Event> = Snapshot<State> | { type: 'event'; cursor: Cursor; event: Event };
