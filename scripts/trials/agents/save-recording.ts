import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordedLineSchema } from '../../../test/main/agents/external/recording.ts';
import type { AgentCase, Places } from './agent-cases.ts';

const checkout = join(import.meta.dirname, '../../..');
const recordings = join(checkout, 'test/main/agents/external/recordings');

/** Messages that say nothing about what is recorded, and would be most of it. */
const leftOut = ['available_commands_update', 'usage_update', '_auth/status_update'];

/** Keeps what passed between Parley and an agent last, without the paths and ids of this machine, for tests. */
export function saveRecording(agent: AgentCase, { home, work }: Places, wire: string, step: string): void {
  const last = readdirSync(wire).toSorted().at(-1);
  if (last === undefined) throw new Error('Nothing was recorded.');
  const text = readFileSync(join(wire, last), 'utf8');
  const session = /"sessionId":"([^"]+)"/.exec(text)?.[1] ?? '';
  const neutral = text
    .replaceAll(work, '/work/orchard')
    .replaceAll(home, '/home/ada')
    .replaceAll(session, 'session')
    .replaceAll(process.execPath, '/usr/bin/node')
    .replaceAll(checkout, '/parley');
  const lines = neutral
    .split('\n')
    .filter((line) => line !== '' && !leftOut.some((name) => line.includes(`"${name}"`)));
  for (const line of lines) recordedLineSchema.parse(JSON.parse(line));
  const about = { agent: agent.package, recorded: new Date().toISOString().slice(0, 10), leftOut };
  writeFileSync(
    join(recordings, `${agent.id}-${step}.jsonl`),
    `${[JSON.stringify(about), ...lines].join('\n')}\n`,
  );
}
