import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { whichOne } from '../../e2e/support/command.ts';
import { connectMcp } from '../../test/main/outside/mcp-clients.ts';
import { runCommand } from '../package/run-command.ts';
import { Acknowledged } from './acknowledged.ts';
import { firstWorkspace } from './first-workspace.ts';
import { Installation, systemNode } from './install/installation.ts';
import { Person, waitingAsks } from './person.ts';
import { openWindow } from '../../test/main/http/trial-window.ts';

/**
 * Packs Parley, installs it into an empty prefix with the system's own npm, and uses its commands as a person
 * does.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Most bytes that an installation may take besides Node. */
const budget = 120_000_000;

let failed = 0;

async function check(name: string, problem: () => Promise<string | undefined>): Promise<void> {
  const found = await problem().catch((error: unknown) => String(error));
  if (found !== undefined) failed += 1;
  process.stdout.write(`${found === undefined ? 'ok' : 'FAILED'}  ${name}\n${found ? `${found}\n` : ''}`);
}

const unlessSame = (is: unknown, expected: unknown): string | undefined =>
  JSON.stringify(is) === JSON.stringify(expected)
    ? undefined
    : `is ${JSON.stringify(is)}, not ${JSON.stringify(expected)}`;

const inMb = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

type Run = { stdout: string; stderr: string; code: number | null };

function start({ env, folder }: Installation, command: string, args: readonly string[]) {
  return spawn(command, args, { env, cwd: join(folder, 'project'), stdio: ['pipe', 'pipe', 'pipe'] });
}

/** Runs an installed command to its end, with `input` on its standard input. */
async function run(
  installation: Installation,
  command: string,
  args: readonly string[],
  input = '',
): Promise<Run> {
  const child = start(installation, command, args);
  child.stdin.on('error', () => undefined).end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { stdout, stderr, code: child.exitCode };
}

function sizeProblem(installation: Installation): string | undefined {
  const sizes = [...installation.sizes()].toSorted(([, a], [, b]) => b - a);
  const node = sizes.filter(([name]) => name.startsWith('node-linux-'));
  const others = sizes.filter(([name]) => !name.startsWith('node-linux-'));
  const sum = (parts: typeof sizes) => parts.reduce((total, [, size]) => total + size, 0);
  const largest = others.slice(0, 8).map(([name, size]) => `${name} ${inMb(size)}`);
  process.stdout.write(`${inMb(sum(others))} besides Node (${inMb(sum(node))}): ${largest.join(', ')}\n`);
  if (sizes.some(([name]) => name === 'electron')) return 'Electron came with it';
  return sum(others) <= budget ? undefined : `more than ${inMb(budget)}`;
}

/**
 * Starts the installed Parley where a window could be shown. Resolves to its address, what it told the person
 * before, and a function that ends it.
 */
async function startHost(installation: Installation) {
  const args = ['DISPLAY=:0', 'parley', '--no-open', '--port', '0', '--workspace', '.'];
  const child = start(installation, 'env', args);
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const lines = createInterface({ input: child.stdout });
  const line = await new Promise<string>((resolve) => lines.once('line', resolve));
  const address = line.replace('Parley is ready at ', '');
  return {
    address,
    said,
    async end() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Answers the next question in the first chat of a Parley with its first option. */
async function answerNext(address: string): Promise<void> {
  const window = await openWindow(address);
  const { id } = await firstWorkspace(window);
  const person = new Person(window, id, new Acknowledged());
  await person.watch((transcript) => waitingAsks(transcript).length > 0);
  const [ask] = waitingAsks(person.transcript);
  if (ask !== undefined) await person.answer(ask.toolCallId, ask.labels[0] ?? '', ask.questionId);
  window.close();
}

async function useWhileItRuns(installation: Installation): Promise<void> {
  const host = await startHost(installation);
  await check('without Electron it says what brings the window, and runs in the browser', async () =>
    unlessSame(
      host.said,
      'Electron is not installed; npm install -g electron@45 brings the desktop window. Parley runs in the browser instead.\n',
    ),
  );
  await check('the page is served with its script', async () => {
    const { searchParams, origin } = new URL(host.address);
    const headers = { authorization: `Bearer ${searchParams.get('token')}` };
    const page = await (await fetch(`${origin}/`, { headers })).text();
    const [, script = ''] = /<script type="module"[^>]* src="\.?([^"]+)"/.exec(page) ?? [];
    return unlessSame((await fetch(`${origin}${script}`, { headers })).status, 200);
  });
  await check('AskUserQuestion is answered on a card', async () => {
    const [ended] = await Promise.all([
      run(installation, 'AskUserQuestion', [whichOne('Which one?')]),
      answerNext(host.address),
    ]);
    return unlessSame(ended.stdout, '{"answers":{"Which":"First"}}\n');
  });
  await check('an MCP client with {"command": "parley", "args": ["mcp"]} asks on a card', async () => {
    const { env, folder } = installation;
    const cwd = join(folder, 'project');
    const client = await connectMcp('2025', { command: 'parley', args: ['mcp'], cwd, env }, { name: 'x' });
    const options = ['First', 'Second'].map((label) => ({ label, description: label }));
    const asked = { questions: [{ question: 'Which?', header: 'Which', options }] };
    const [result] = await Promise.all([client.call('ask_user', asked), answerNext(host.address)]);
    await client.close();
    return JSON.stringify(result).includes('First') ? undefined : JSON.stringify(result);
  });
  await host.end();
}

const node = await systemNode();
process.stdout.write(`The system has Node ${node}.\n`);
process.stdout.write(await runCommand(process.execPath, ['scripts/package.ts'], { cwd: root }));
const [file = ''] = globSync(join(root, 'dist/*.tgz')).toSorted().toReversed();

const installation = await Installation.of(file);
await check('it is as small as it has to be', async () => sizeProblem(installation));
await check('parley says its version', async () =>
  unlessSame((await run(installation, 'parley', ['--version'])).stdout, `${installation.version()}\n`),
);
await check('AskUserQuestion asks in the terminal', async () => {
  const { stdout } = await run(
    installation,
    'AskUserQuestion',
    ['--terminal', whichOne('Which one?')],
    '2\n',
  );
  return unlessSame(stdout, '{"answers":{"Which":"Second"}}\n');
});
await check('AskUserQuestion ends with 3 where nobody can be asked', async () =>
  unlessSame((await run(installation, 'AskUserQuestion', [whichOne('Which one?')])).code, 3),
);
await useWhileItRuns(installation);
if (Number(node.split('.')[0]) < 24) {
  await installation.removeNode();
  await check('on an old Node alone it says what it needs', async () => {
    const { stderr, code } = await run(installation, 'parley', ['--version']);
    const isSaid = stderr.startsWith(`Parley needs Node.js 24 or later; this is Node.js ${node}.`);
    return code === 1 && isSaid ? undefined : `${code}: ${stderr}`;
  });
}
await installation.remove();
process.stdout.write(failed === 0 ? 'The package works.\n' : `${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
