import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { databaseMark } from './database-mark.ts';
import { initialize, type McpInput, mcpInputs } from './mcp-inputs.ts';

export type McpFigures = {
  inputs: number;
  /** Calls that were in order after all: a card was shown. */
  asked: number;
  answered: Record<string, number>;
  hangs: number;
  changes: number;
};

const batch = 10;
/** How long a request may stay open until it must be one that waits for the person, in milliseconds. */
const soon = 300;
const patience = 10_000;

const agent = new Agent({ keepAlive: true });

type Fuzzed = { address: string; dataDir: string };

/** How a request came to its end: `open` is a stream that goes on. */
type End = { status: number; over: Promise<void>; close: () => void; sessionId: string | undefined };

/**
 * Sends the MCP endpoint what no client sends, and calls of tools that are nearly right. Every request
 * must come to an end, unless its question is shown to the person; without that nothing may change.
 */
export async function fuzzMcp(fuzzed: Fuzzed, runs: number, seed: number): Promise<McpFigures> {
  const figures: McpFigures = { inputs: runs, asked: 0, answered: {}, hangs: 0, changes: 0 };
  const inputs = fc.sample(mcpInputs, { numRuns: runs, seed });
  await send(fuzzed, { method: 'POST', headers: {}, session: false, body: '' }, undefined);
  for (let start = 0; start < inputs.length; start += batch) {
    const session = await beginSession(fuzzed);
    const before = databaseMark(fuzzed.dataDir);
    const sent = inputs.slice(start, start + batch).map((input) => send(fuzzed, input, session));
    const ends = await Promise.all(sent);
    for (const { status } of ends) figures.answered[status] = (figures.answered[status] ?? 0) + 1;
    const open = await stillOpen(ends, soon);
    const asked = Math.min(waitingCalls(fuzzed.dataDir), open.length);
    figures.asked += asked;
    if (open.length > asked) figures.hangs += (await stillOpen(open, patience)).length - asked;
    for (const { close } of open) close();
    if (!(await everybodyIsGone(fuzzed.dataDir))) figures.hangs += 1;
    if (asked === 0) figures.changes += Number(databaseMark(fuzzed.dataDir) !== before);
  }
  agent.destroy();
  return figures;
}

async function beginSession(fuzzed: Fuzzed): Promise<string | undefined> {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const body = JSON.stringify(initialize);
  const { over, sessionId } = await send(
    fuzzed,
    { method: 'POST', headers, session: false, body },
    undefined,
  );
  await over;
  return sessionId;
}

/** Resolves once the answer begins; a request that the server cuts off has the status 0. */
function send({ address }: Fuzzed, input: McpInput, session: string | undefined): Promise<End> {
  const { origin, searchParams } = new URL(address);
  const headers = {
    authorization: `Bearer ${searchParams.get('token')}`,
    ...(input.session && session !== undefined && { 'mcp-session-id': session }),
    ...input.headers,
  };
  return new Promise((resolve) => {
    const options = { method: input.method, headers, agent, signal: AbortSignal.timeout(120_000) };
    const sent = request(`${origin}/mcp`, options, (response) => resolve(endOf(response, input.method)));
    sent.on('error', () =>
      resolve({ status: 0, over: Promise.resolve(), close: () => undefined, sessionId: undefined }),
    );
    sent.end(input.body);
  });
}

/** A stream that was asked for by GET goes on by itself. */
function endOf(response: IncomingMessage, method: string): End {
  const close = () => void response.destroy();
  response.on('error', () => undefined);
  const over = new Promise<void>((resolve) => response.once('close', resolve));
  response.resume();
  if (method === 'GET') close();
  const id = response.headers['mcp-session-id'];
  return {
    status: response.statusCode ?? 0,
    over,
    close,
    sessionId: typeof id === 'string' ? id : undefined,
  };
}

/** Those that are not over after a time. */
async function stillOpen(ends: readonly End[], within: number): Promise<End[]> {
  const open = new Set(ends);
  const all = Promise.all(ends.map((end) => end.over.then(() => open.delete(end))));
  await Promise.race([all, wait(within, undefined, { ref: false })]);
  return [...open];
}

/** How many calls of askers outside wait for the person. */
function waitingCalls(dataDir: string): number {
  const database = new DatabaseSync(join(dataDir, 'parley.db'), { readOnly: true });
  try {
    const row = database.prepare("SELECT count(*) AS n FROM outside_calls WHERE presence = 'waiting'").get();
    return Number(row?.['n'] ?? 0);
  } finally {
    database.close();
  }
}

/** Whether the host notes in time that clients went away. */
async function everybodyIsGone(dataDir: string): Promise<boolean> {
  for (let waited = 0; waited < patience; waited += 20) {
    if (waitingCalls(dataDir) === 0) return true;
    await wait(20);
  }
  return false;
}
