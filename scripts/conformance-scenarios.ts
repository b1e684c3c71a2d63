import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

export type Scenario = { revision: string; name: string };

/**
 * The scenarios of MCP's conformance suite that apply to a server whose tools wait for a person. The others need
 * a server made for the suite, with its own tools, prompts and resources.
 */
export const scenarios: readonly Scenario[] = [
  { revision: '2025-11-25', name: 'server-initialize' },
  { revision: '2025-11-25', name: 'server-session-lifecycle' },
  { revision: '2025-11-25', name: 'ping' },
  { revision: '2025-11-25', name: 'tools-list' },
  { revision: '2025-11-25', name: 'server-sse-multiple-streams' },
  { revision: '2025-11-25', name: 'dns-rebinding-protection' },
  { revision: '2026-07-28', name: 'server-stateless' },
  { revision: '2026-07-28', name: 'tools-list' },
  { revision: '2026-07-28', name: 'server-sse-multiple-streams' },
  { revision: '2026-07-28', name: 'dns-rebinding-protection' },
  { revision: '2026-07-28', name: 'caching' },
  { revision: '2026-07-28', name: 'http-header-validation' },
];

/**
 * Checks in these scenarios that need the suite's own tools, or prompts and resources, which Parley has none of.
 */
const withoutSubject: ReadonlySet<string> = new Set([
  'sep-2575-server-rejects-undeclared-capability',
  'sep-2575-missing-capability-http-400',
  'sep-2575-http-server-no-independent-requests-on-stream',
  'sep-2575-server-no-log-without-loglevel',
  'sep-2549-prompts-list-caching-hints',
  'sep-2549-resources-list-caching-hints',
  'sep-2549-resources-templates-list-caching-hints',
]);

/** The suite's command; its package exports nothing to import. */
const command = 'node_modules/@modelcontextprotocol/conformance/dist/index.js';

const checksSchema = z.array(z.object({ id: z.string(), description: z.string(), status: z.string() }));

/** Runs one scenario, with its output in a folder of its own. Returns what failed, in words. */
export async function runScenario(
  url: string,
  { revision, name }: Scenario,
  outputDir: string,
): Promise<string[]> {
  const folder = join(outputDir, `${revision}-${name}`);
  mkdirSync(folder, { recursive: true });
  const args = ['server', '--url', url, '--scenario', name, '--spec-version', revision, '-o', folder];
  const run = spawn(process.execPath, [command, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err] = await Promise.all([text(run.stdout), text(run.stderr), once(run, 'close')]);
  writeFileSync(join(folder, 'output.txt'), out + err);
  const [report] = globSync(join(folder, '*/checks.json'));
  if (report === undefined) return ['it did not come to its end'];
  const checks = checksSchema.parse(JSON.parse(readFileSync(report, 'utf8')));
  const failed = checks.filter(({ id, status }) => status === 'FAILURE' && !withoutSubject.has(id));
  return failed.map(({ id, description }) => `${id}: ${description}`);
}
