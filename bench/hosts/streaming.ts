import type { AnthropicServer } from '../../test/main/agents/model/anthropic-server.ts';
import type { WorkspaceId } from '../../src/shared/ids.ts';
import type { TrialWindow } from '../../test/main/http/trial-window.ts';
import { streamPieces, streamText } from '../workloads/stream.ts';

/** A stream that is let go in two halves. */
export type HalvedStream = {
  /** Resolves when the first half has been sent. */
  firstHalf: Promise<void>;
  goOn(): void;
};

/** Long enough between two pieces that a stream takes many frames. */
const pauseMs = 2;

/** Queues the stream as the provider's next reply, piece by piece, and held up in its middle. */
export function queueHalvedStream(provider: AnthropicServer): HalvedStream {
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const middle = Math.floor(streamPieces.length / 2);
  provider.reply({
    type: 'answer',
    blocks: [{ type: 'text', text: streamText }],
    pauseMs,
    before(piece) {
      if (piece !== middle) return undefined;
      reached.resolve();
      return gate.promise;
    },
  });
  return { firstHalf: reached.promise, goOn: gate.resolve };
}

/** Queues the stream as a reply that is sent as fast as it goes. */
export function queueStream(provider: AnthropicServer, times = 1): void {
  for (let count = 0; count < times; count += 1)
    provider.reply({ type: 'answer', blocks: [{ type: 'text', text: streamText }] });
}

/** Sends a message to a chat and waits until its agent has said everything. */
export async function sendUntilIdle(
  { client }: TrialWindow,
  id: WorkspaceId,
  key: string,
  text = `Say it all, ${key}`,
): Promise<void> {
  await client.workspace.sendMessage({ workspaceId: id, key, text, attachments: [] });
  for await (const item of await client.app.watch({})) {
    const known =
      item.type === 'snapshot'
        ? item.state.workspaces
        : item.event.type === 'workspace-changed'
          ? [item.event.workspace]
          : [];
    if (known.some((workspace) => workspace.id === id && workspace.turn.status === 'idle')) return;
  }
}
