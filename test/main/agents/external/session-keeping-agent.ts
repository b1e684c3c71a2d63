import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { agent, methods, ndJsonStream, RequestError } from '@agentclientprotocol/sdk';
import { z } from 'zod';

/**
 * An agent that keeps sessions, over its pipes: those of the file that `SESSIONS` in its environment names. Run as a
 * program, it repeats what it is told, with the name of its session; `LEAVES` holds what it was told of its end.
 *
 * It stands for `session/list` and `session/load` as the protocol has them and Claude Code, Codex, OpenCode, Qwen Code and
 * Kimi serve them; what it replays is what a test gives it.
 */
const keptSchema = z.object({
  /** Its pages, each as it is sent. */
  pages: z.array(z.unknown()),
  /** The updates when it opens a session, by its id: what it does then, and what it tells after its answer. */
  told: z.record(
    z.string(),
    z.object({
      updates: z.array(z.unknown()),
      end: z.enum(['answer', 'die', 'wait']),
      later: z.array(z.unknown()).optional(),
    }),
  ),
  can: z.record(z.string(), z.unknown()).optional(),
});

export type KeptSessions = z.input<typeof keptSchema>;

/** As plain texts, so that what is sent need not be what the SDK knows. */
const wire: Record<'update' | 'list' | 'close' | 'delete', string> = {
  update: methods.client.session.update,
  list: methods.agent.session.list,
  close: methods.agent.session.close,
  delete: methods.agent.session.delete,
};

const file = process.env['SESSIONS'] ?? '';
const kept = () => keptSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
const go = process.env['GO'];
const asItIs = (params: unknown): unknown => params;

function noteEnd(how: string): object {
  appendFileSync(process.env['LEAVES'] ?? '/dev/null', how);
  return {};
}

agent({ name: 'keeper' })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: 1,
    agentInfo: { name: 'keeper', version: '1.0.0' },
    agentCapabilities: kept().can ?? {
      loadSession: true,
      sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {} },
    },
  }))
  .onRequest(wire.list, z.object({ cursor: z.string().optional() }), ({ params: { cursor } }) => {
    const page = kept().pages[Number(cursor ?? 0)];
    if (page === undefined) throw new RequestError(-32_602, 'Unknown cursor');
    return page;
  })
  .onRequest(wire.close, asItIs, () => noteEnd('closed'))
  .onRequest(wire.delete, asItIs, () => noteEnd('deleted'))
  .onRequest(methods.agent.session.new, () => ({ sessionId: `new${process.pid}` }))
  .onRequest(methods.agent.session.resume, () => ({}))
  .onRequest(methods.agent.session.load, async ({ params: { sessionId }, client }) => {
    const session = kept().told[sessionId];
    if (session === undefined) throw new RequestError(-32_002, 'Resource not found');
    const tell = async (updates: readonly unknown[]) => {
      for (const update of updates) await client.notify(wire.update, { sessionId, update });
    };
    await tell(session.updates);
    if (session.end === 'die') process.exit(3);
    if (session.end === 'wait') while (go === undefined || !existsSync(go)) await pause(10);
    setImmediate(() => void tell(session.later ?? []));
    return {};
  })
  .onRequest(methods.agent.session.prompt, async ({ params: { sessionId, prompt }, client }) => {
    const texts = prompt.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`));
    const content = { type: 'text', text: `Heard in ${sessionId}: ${texts.join('\n')}` };
    await client.notify(wire.update, {
      sessionId,
      update: { sessionUpdate: 'agent_message_chunk', content },
    });
    return { stopReason: 'end_turn' as const };
  })
  .onNotification(methods.agent.session.cancel, () => undefined)
  .connect(
    ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>),
  );
process.stdin.on('end', () => process.exit(0));
