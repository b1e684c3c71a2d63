import { join } from 'node:path';
import { z } from 'zod';
import { messageOf } from '../../../../shared/thrown-error.ts';
import { readDataFile } from '../../../storage/data-file.ts';

export type NamedProgram = {
  command: string;
  args: string[];
  env: Record<string, string>;
  /** False for one that can't ask; Parley then injects tools for that. */
  asks?: boolean | undefined;
};

/** The agents that a person added by hand, or what is wrong with the file, in a sentence. */
export type AgentsFile = { path: string; agents: Record<string, NamedProgram>; problem: string | null };

const programSchema = z.looseObject({
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.string()).default({}),
  asks: z.boolean().optional(),
});

const fileSchema = z.looseObject({
  agent_servers: z.record(z.string().min(1).max(100), programSchema).default({}),
});

/** Reads `agents.json` of a data folder; one that is not there names no agents. */
export function readAgentsFile(dataDir: string): AgentsFile {
  const path = join(dataDir, 'agents.json');
  let text: string | undefined;
  try {
    text = readDataFile(path);
  } catch (error) {
    return { path, agents: {}, problem: messageOf(error) };
  }
  if (text === undefined) return { path, agents: {}, problem: null };
  try {
    const read = fileSchema.safeParse(JSON.parse(text));
    if (read.success) return { path, agents: read.data.agent_servers, problem: null };
    const [issue] = read.error.issues;
    const where = issue?.path.join('.') ?? '';
    const line = lineOf(text, issue?.path.at(-1));
    return { path, agents: {}, problem: `${path}:${line}: ${where}: ${issue?.message ?? 'not understood'}.` };
  } catch (error) {
    const message = messageOf(error);
    const [, position] = /position (\d+)/.exec(message) ?? [];
    const line = position === undefined ? 1 : text.slice(0, Number(position)).split('\n').length;
    return { path, agents: {}, problem: `${path}:${line}: ${message}.` };
  }
}

/** Returns the line on which a field stands, from 1. */
function lineOf(text: string, field: PropertyKey | undefined): number {
  const at = field === undefined ? -1 : text.indexOf(`"${String(field)}"`);
  return at < 0 ? 1 : text.slice(0, at).split('\n').length;
}
