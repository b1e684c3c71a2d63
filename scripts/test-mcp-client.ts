import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** The versions of the protocol that Parley's client speaks and for which the suite's requirements are final. */
const revisions = ['2025-11-25', '2026-07-28'];

const outputDir = '.cache/mcp-conformance/client';

/** The suite's command; its package exports nothing to import. */
const suite = 'node_modules/@modelcontextprotocol/conformance/dist/index.js';

/**
 * Has MCP's conformance suite try Parley's client with all that a version of the protocol requires. Returns
 * whether it passed.
 */
async function conforms(revision: string): Promise<boolean> {
  const folder = join(outputDir, revision);
  mkdirSync(folder, { recursive: true });
  const client = `${process.execPath} scripts/conformance-client.ts`;
  const args = ['client', '--command', client, '--requirements', revision, '--output-dir', folder];
  const run = spawn(process.execPath, [suite, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = new Promise<number | null>((resolve) => run.once('close', resolve));
  const [out, err, code] = await Promise.all([text(run.stdout), text(run.stderr), closed]);
  writeFileSync(join(folder, 'output.txt'), out + err);
  const [, summary = err] = out.split('=== SUITE SUMMARY ===');
  process.stdout.write(`${revision}\n${summary.trim()}\n\n`);
  return code === 0;
}

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
rmSync(outputDir, { recursive: true, force: true });
let failed = 0;
for (const revision of revisions) failed += (await conforms(revision)) ? 0 : 1;
process.stdout.write(`What each scenario found is kept in ${outputDir}.\n`);
process.exitCode = failed === 0 ? 0 : 1;
