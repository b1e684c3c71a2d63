import type { CDPSession } from 'playwright';
import { z } from 'zod';
import { WebSocket } from 'ws';

/** Reads which functions ran in one process since it was last asked. */
export type Coverage = {
  /** The addresses of the scripts of which a function ran; what runs while a script loads does not count. */
  take(): Promise<string[]>;
  close(): Promise<void>;
};

type Method = 'Profiler.enable' | 'Profiler.startPreciseCoverage' | 'Profiler.takePreciseCoverage';
type Send = (method: Method, params?: { callCount: boolean; detailed: boolean }) => Promise<unknown>;

const reportSchema = z.object({
  result: z.array(
    z.object({
      url: z.string(),
      functions: z.array(
        z.object({
          functionName: z.string(),
          ranges: z.array(z.object({ startOffset: z.number(), count: z.number() })),
        }),
      ),
    }),
  ),
});

const answerSchema = z.object({ id: z.number().optional(), result: z.unknown().optional() });

/** Begins to count in a page, by the browser's own protocol. */
export async function pageCoverage(session: CDPSession): Promise<Coverage> {
  return begin(
    (method, params) => session.send(method, params),
    () => session.detach(),
  );
}

/** Begins to count in a Node process, by the address of its inspector. */
export async function processCoverage(address: string): Promise<Coverage> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const waiting = new Map<number, (result: unknown) => void>();
  socket.on('message', (data: Buffer) => {
    const { id, result } = answerSchema.parse(JSON.parse(data.toString()));
    if (id !== undefined) waiting.get(id)?.(result);
  });
  let last = 0;
  const send: Send = (method, params) =>
    new Promise((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  return begin(send, async () => socket.close());
}

async function begin(send: Send, close: () => Promise<void>): Promise<Coverage> {
  await send('Profiler.enable');
  await send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return {
    async take() {
      const { result } = reportSchema.parse(await send('Profiler.takePreciseCoverage'));
      const ran = result.filter(({ functions }) =>
        functions.some(({ ranges }) => ranges.some(({ startOffset, count }) => startOffset > 0 && count > 0)),
      );
      return ran.map(({ url }) => url);
    },
    close,
  };
}
