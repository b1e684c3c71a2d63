import { createORPCClient } from '@orpc/client';
import type { ParleyClient } from '../../shared/contract/contract.ts';
import type { Cursor, FeedItem } from '../../shared/contract/feed.ts';
import type { Connection } from './connection.ts';

type Subscribe<State, Event> = (
  client: ParleyClient,
  after: Cursor | undefined,
  signal: AbortSignal,
) => Promise<AsyncIterable<FeedItem<State, Event>>>;

type FeedOptions<State, Event> = {
  subscribe: Subscribe<State, Event>;
  /** Cursor at which an earlier subscription to the same feed ended. */
  after?: Cursor | undefined;
  onItem(item: FeedItem<State, Event>): void;
  /** Called when the feed ends with a failure that a retry will not fix. */
  onFailure(error: unknown): void;
  signal: AbortSignal;
};

/** Follows a feed across links, without gaps or repetitions, until `signal` aborts. */
export async function followFeed<State, Event>(
  connection: Connection,
  { subscribe, after, onItem, onFailure, signal }: FeedOptions<State, Event>,
): Promise<void> {
  let cursor = after;
  while (!signal.aborted) {
    const link = await connection.link();
    try {
      for await (const item of await subscribe(
        createORPCClient<ParleyClient>(link.transport),
        cursor,
        signal,
      )) {
        if (signal.aborted) return;
        cursor = item.cursor;
        onItem(item);
      }
    } catch (error) {
      const end = await link.ended();
      if (signal.aborted) return;
      if (end === null) return onFailure(error);
    }
    await pause(50);
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
