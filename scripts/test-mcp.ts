import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { companionFileName, companionFileSchema } from '../src/shared/host/companion-file.ts';
import { startBearerProxy } from './bearer-proxy.ts';
import { runScenario, scenarios } from './conformance-scenarios.ts';

const outputDir = '.cache/mcp-conformance';

/** Runs a program with its output passed through. Returns whether it succeeded. */
async function succeeds(command: string, args: readonly string[]): Promise<boolean> {
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  await once(child, 'exit');
  return child.exitCode === 0;
}

/** Starts the built browser host on a data folder of its own, and waits until it is ready. */
async function startHost(dataDir: string): Promise<ChildProcess> {
  const args = ['out/cli/parley.js', '--browser', '--no-open', '--port', '0', '--data-dir', dataDir];
  const host = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const _ of createInterface({ input: host.stdout })) return host;
  throw new Error('The host ended before it was ready.');
}

/** Runs every scenario on a host. Returns whether all passed. */
async function conforms(): Promise<boolean> {
  rmSync(outputDir, { recursive: true, force: true });
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-mcp-'));
  const host = await startHost(dataDir);
  const companion: unknown = JSON.parse(readFileSync(join(dataDir, companionFileName), 'utf8'));
  const { mcpUrl, token } = companionFileSchema.parse(companion);
  // The suite knows nothing of tokens.
  const { proxy, url } = await startBearerProxy(mcpUrl, token);
  let failures = 0;
  for (const scenario of scenarios) {
    const failed = await runScenario(url, scenario, outputDir);
    failures += failed.length;
    process.stdout.write(
      `${failed.length === 0 ? 'passed' : 'FAILED'}  ${scenario.revision}  ${scenario.name}\n`,
    );
    for (const line of failed) process.stdout.write(`        ${line}\n`);
  }
  proxy.close();
  proxy.closeAllConnections();
  const ended = once(host, 'exit');
  host.kill();
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
  process.stdout.write(`What each scenario found is kept in ${outputDir}.\n`);
  return failures === 0;
}

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const built = await succeeds('npm', ['run', 'build', '--', '--if-changed']);
const tested = built && (await succeeds('npx', ['vitest', 'run', 'src/main/mcp']));
process.exitCode = tested && (await conforms()) ? 0 : 1;
