import { z } from 'zod';
import { parseServersFile } from '../../shared/mcp-servers/servers-file.ts';
import { readDataFile } from '../storage/data-file.ts';
import { writePrivateFile } from '../storage/private-file.ts';

const objectSchema = z.record(z.string(), z.unknown());

type Added = { ok: true; names: string[] } | { ok: false; problem: string };

/**
 * Adds servers to a file, from JSON as other programs' READMEs show it: a whole file, its servers, or one entry.
 * The file's other content stays; a server of the same name is replaced. A file that can't be read is left alone.
 */
export async function addServers(file: string, pasted: string): Promise<Added> {
  const servers = pastedServers(pasted);
  if (servers === undefined) return { ok: false, problem: 'This is not JSON with servers by their names.' };
  if (typeof servers['command'] === 'string' || typeof servers['url'] === 'string')
    return { ok: false, problem: 'This server has no name. Write one before it: "name": { … }' };
  const { problems, servers: read } = parseServersFile(JSON.stringify({ mcpServers: servers }));
  const [problem] = problems;
  if (problem !== undefined) return { ok: false, problem: `${problem.name ?? 'It'}: ${problem.problem}` };
  if (read.length === 0) return { ok: false, problem: 'There is no server in this.' };
  const before = asObject(readDataFile(file) ?? '{}');
  if (before === undefined)
    return { ok: false, problem: `${file} is not a JSON object and was left as it is. Fix it first.` };
  const known = objectSchema.safeParse(before['mcpServers'] ?? {});
  if (!known.success)
    return {
      ok: false,
      problem: `"mcpServers" in ${file} is not an object and was left as it is. Fix it first.`,
    };
  const after = { ...before, mcpServers: { ...known.data, ...servers } };
  await writePrivateFile(file, `${JSON.stringify(after, null, 2)}\n`);
  return { ok: true, names: read.map(({ name }) => name) };
}

function pastedServers(text: string): Record<string, unknown> | undefined {
  const [, fenced = text] = /^\s*```\w*\n([\s\S]*?)\n?```\s*$/.exec(text) ?? [];
  const trimmed = fenced.trim().replace(/,$/, '');
  const whole = asObject(trimmed) ?? asObject(`{${trimmed}}`);
  if (whole === undefined) return undefined;
  const { data: settings = whole } = objectSchema.safeParse(whole['mcp']);
  const named = objectSchema.safeParse(settings['mcpServers'] ?? settings['servers'] ?? whole);
  return named.success ? named.data : undefined;
}

function asObject(text: string): Record<string, unknown> | undefined {
  try {
    const parsed = objectSchema.safeParse(JSON.parse(text.replace(/^\uFEFF/, '')));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
