import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { temporaryFolder } from '../../temporary-folder.ts';

const messageSchema = z.looseObject({
  id: z.union([z.string(), z.number()]).nullish(),
  method: z.string().optional(),
  params: z.record(z.string(), z.unknown()).optional(),
});

/** A message between Parley and an agent, by who sent it. */
export const recordedLineSchema = z.object({ from: z.enum(['client', 'agent']), message: messageSchema });

/** Returns the messages of a text, one a line. */
export function messagesOf(text: string): RecordedLine['message'][] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => messageSchema.parse(JSON.parse(line)));
}

export type RecordedLine = z.infer<typeof recordedLineSchema>;

/**
 * Returns what passed between Parley and a real agent once, as `npm run test:agents -- --record` keeps it. The first line
 * of the file names the version of the agent.
 */
export function recording(name: string): RecordedLine[] {
  const file = join(import.meta.dirname, 'recordings', `${name}.jsonl`);
  return linesOf(readFileSync(file, 'utf8').slice(1).replace(/^.*\n/, ''));
}

export function linesOf(text: string): RecordedLine[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => recordedLineSchema.parse(JSON.parse(line)));
}

/** Writes lines to a file for the agent that replays them. */
export function recordingFile(lines: readonly RecordedLine[]): string {
  const file = join(temporaryFolder(), 'recording.jsonl');
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return file;
}
