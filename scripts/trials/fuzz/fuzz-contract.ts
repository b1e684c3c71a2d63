import fc from 'fast-check';
import { contract } from '../../../src/shared/contract/contract.ts';
import type { WorkspaceId } from '../../../src/shared/ids.ts';
import { databaseMark } from './database-mark.ts';
import { distorted } from './distorted.ts';

/** Calls one procedure of the contract by its name with anything at all. */
export type AnyCall = (path: readonly [string, string], input: unknown) => Promise<unknown>;

/** Streams are tried elsewhere, and a call that begins something takes no input that could be refused. */
const leftOut: ReadonlySet<string> = new Set(['watch', 'checkProvider']);

export const procedures: readonly (readonly [string, string])[] = Object.entries(contract).flatMap(
  ([group, calls]) =>
    Object.keys(calls)
      .filter((name) => !leftOut.has(name))
      .map((name) => [group, name] as const),
);

const batch = 10;

const shapes = (workspaceId: WorkspaceId): readonly unknown[] => [
  { workspaceId, messageId: 1, toolCallId: 'call', actionId: 'a', fingerprint: 'f', key: 'k', text: 'text' },
  { workspaceId, toolCallId: 'call', answers: [{ questionId: '1', picks: ['A'] }], entries: [], reason: 'r' },
  {
    workspaceId,
    decision: { type: 'apply', note: 'n' },
    mode: 'exec',
    approvals: 'ask',
    name: 'n',
    query: '',
  },
  {
    workspaceId,
    toolCallId: 'call',
    permissionId: 'p',
    answer: { choiceId: 'once', line: 'ls', reason: 'r', anyAsker: true },
    draft: { reason: 'r', line: null },
  },
  { workspaceId, toolCallId: 'call', messageId: 1, ruleId: 'r', from: 0, whenDone: true },
  {
    workspaceId,
    toolCallId: 'call',
    formId: 'f',
    answer: { action: 'accept', entries: [{ id: 'name', value: 'v' }] },
    draft: [{ id: 'name', value: ['a'] }],
  },
  { workspaceId, fingerprint: 'f', trusted: true, folder: '/nowhere', id: 's', agent: 'acp/x' },
  { provider: 'openai', key: 'k', address: 'http://127.0.0.1:1', agent: 'x', folder: '/nowhere', typed: '/' },
];

export type ContractFigures = { inputs: number; refused: number; batchesRefused: number; changes: number };

type Fuzzed = {
  call: AnyCall;
  dataDir: string;
  workspaceId: WorkspaceId;
  /** The procedures that are called; all of them unless said. */
  only?: (name: readonly [string, string]) => boolean;
};

/**
 * Makes calls with inputs that are wrong in every way: each must end. A batch in which every call was refused
 * must leave the database as it was. This is checked for a chat that does not exist, since in an existing one an
 * earlier call that was accepted may still be at work.
 */
export async function fuzzContract(
  { call, dataDir, workspaceId, only = () => true }: Fuzzed,
  runs: number,
  seed: number,
): Promise<ContractFigures> {
  const one = fc.record({
    path: fc.constantFrom(...procedures.filter(only)),
    input: distorted(shapes(workspaceId)),
  });
  const inputs = fc.sample(one, { numRuns: runs, seed });
  const figures = { inputs: runs, refused: 0, batchesRefused: 0, changes: 0 };
  for (let start = 0; start < inputs.length; start += batch) {
    const before = databaseMark(dataDir);
    const calls = inputs.slice(start, start + batch);
    const ends = await Promise.allSettled(calls.map(({ path, input }) => call(path, input)));
    const refused = ends.filter(({ status }) => status === 'rejected').length;
    figures.refused += refused;
    if (refused < calls.length) continue;
    figures.batchesRefused += 1;
    figures.changes += Number(databaseMark(dataDir) !== before);
  }
  return figures;
}
