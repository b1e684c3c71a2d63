import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { patience } from '../patience.ts';
import { databaseMark } from './database-mark.ts';
import { initialize, type McpInput, mcpInputs } from './mcp-inputs.ts';

export type McpFigures = {
  inputs: number;
  /** Calls that turned out to be valid: a card was shown. */
  asked: number;
  answered: Record<string, number>;
  hangs: number;
  changes: number;
};

const batch = 10;

const agent = new Agent({ keepAlive: true });

type Fuzzed = { address: string; dataDir: string };

/**
 * A request on its way; `over` gives the status of its answer, 0 where it was cut off. One that `stands` asks for
 * a session's stream, which has nothing to say and stays open.
 */
type Sent = {
  stands: boolean;
  over: Promise<number>;
  session: Promise<string | undefined>;
  close: () => void;
};

/**
 * Sends the MCP endpoint what no client sends, and calls of tools that are nearly right. Every request must end,
 * unless its question is shown to the person; where none is shown, nothing may change.
 */
export async function fuzzMcp(fuzzed: Fuzzed, runs: number, seed: number): Promise<McpFigures> {
  const figures: McpFigures = { inputs: runs, asked: 0, answered: {}, hangs: 0, changes: 0 };
  const inputs = fc.sample(mcpInputs, { numRuns: runs, seed });
  for (let start = 0; start < inputs.length; start += batch) {
    const session = await beginSession(fuzzed);
    const before = databaseMark(fuzzed.dataDir);
    const callsBefore = outsideCalls(fuzzed.dataDir);
    const sent = inputs.slice(start, start + batch).map((input) => send(fuzzed, input, session));
    const { open, asked } = await whatIsLeft(sent, fuzzed.dataDir);
    const hanging = open.filter(({ stands }) => !stands).length - asked;
    figures.hangs += hanging;
    if (hanging > 0) describe(open.map((one) => inputs[start + sent.indexOf(one)]));
    for (const { close } of open) close();
    for (const status of await Promise.all(sent.map(({ over }) => over)))
      figures.answered[status] = (figures.answered[status] ?? 0) + 1;
    if (!(await everybodyIsGone(fuzzed.dataDir))) {
      figures.hangs += 1;
      describe(inputs.slice(start, start + batch));
    }
    // A call that went with its session may have come and gone unseen.
    const shown = outsideCalls(fuzzed.dataDir).filter((call) => !callsBefore.includes(call)).length;
    figures.asked += shown;
    if (shown === 0) figures.changes += Number(databaseMark(fuzzed.dataDir) !== before);
  }
  agent.destroy();
  return figures;
}

/** Says on standard error among which requests one hangs. */
function describe(inputs: readonly (McpInput | undefined)[]): void {
  process.stderr.write(`one of these hangs: ${fc.stringify(inputs).slice(0, 20_000)}\n`);
}

async function beginSession(fuzzed: Fuzzed): Promise<string | undefined> {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const body = JSON.stringify(initialize);
  return send(fuzzed, { method: 'POST', headers, session: false, body }, undefined).session;
}

function send({ address }: Fuzzed, input: McpInput, session: string | undefined): Sent {
  const { origin, searchParams } = new URL(address);
  const { method } = input;
  const headers = {
    authorization: `Bearer ${searchParams.get('token')}`,
    ...(input.session && session !== undefined && { 'mcp-session-id': session }),
    ...input.headers,
  };
  const sent = request(`${origin}/mcp`, { method, headers, agent });
  const answer = new Promise<IncomingMessage | undefined>((resolve) => {
    sent.once('response', resolve);
    sent.once('close', () => resolve(undefined));
  });
  sent.on('error', () => undefined);
  sent.end(input.body);
  return {
    stands: method === 'GET',
    over: answer.then((response) => (response === undefined ? 0 : readToEnd(response, method))),
    session: answer.then((response) => {
      const id = response?.headers['mcp-session-id'];
      return typeof id === 'string' ? id : undefined;
    }),
    close: () => void sent.destroy(),
  };
}

/** A stream that was asked for by GET goes on by itself. */
async function readToEnd(response: IncomingMessage, method: string): Promise<number> {
  response.on('error', () => undefined);
  const over = new Promise<void>((resolve) => response.once('close', resolve));
  response.resume();
  if (method === 'GET') response.destroy();
  await over;
  return response.statusCode ?? 0;
}

/** The requests that are not over in time, and how many of them wait for the person. */
async function whatIsLeft(sent: readonly Sent[], dataDir: string): Promise<{ open: Sent[]; asked: number }> {
  const left = new Set(sent);
  for (const one of sent) void one.over.then(() => left.delete(one));
  const began = performance.now();
  for (;;) {
    const open = [...left];
    const calls = open.filter(({ stands }) => !stands).length;
    const asked = Math.min(calls === 0 ? 0 : waitingCalls(dataDir), calls);
    if (calls === asked || performance.now() - began > patience) return { open, asked };
    await Promise.race([wait(20), ...open.map(({ over }) => over)]);
  }
}

/** The outside calls that were shown to the person, each with the time at which it last came. */
function outsideCalls(dataDir: string): string[] {
  const database = new DatabaseSync(join(dataDir, 'parley.db'), { readOnly: true });
  try {
    const rows = database.prepare('SELECT tool_call_id AS id, asked_at AS at FROM outside_calls').all();
    return rows.map((row) => JSON.stringify(row));
  } finally {
    database.close();
  }
}

/** Number of those that wait for the person. */
function waitingCalls(dataDir: string): number {
  const database = new DatabaseSync(join(dataDir, 'parley.db'), { readOnly: true });
  try {
    const row = database.prepare("SELECT count(*) AS n FROM outside_calls WHERE presence = 'waiting'").get();
    return Number(row?.['n'] ?? 0);
  } finally {
    database.close();
  }
}

/** True when the host notes in time that clients went away. */
async function everybodyIsGone(dataDir: string): Promise<boolean> {
  for (let waited = 0; waited < patience; waited += 20) {
    if (waitingCalls(dataDir) === 0) return true;
    await wait(20);
  }
  return false;
}
