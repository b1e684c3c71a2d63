import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { toolCallIdSchema } from '../../shared/ids.ts';
import { commandsOn } from '../../../test/main/commands/command-process.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { textForModel } from './kept-lines.ts';
import { processesOf } from './processes.ts';

function opened(dataDir = temporaryFolder()) {
  const parts = commandsOn(dataDir);
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await parts.commands.close();
    parts.stores.close();
  };
  onTestFinished(close);
  return { ...parts, dataDir, close };
}

function linkOf(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

const call = (id: string) => toolCallIdSchema.parse(id);

test('a command is stored as it starts and as it ends, and its output is kept for a later start', async () => {
  const { start, commands, workspaceId, dataDir, close } = opened();
  const { run, done } = await start('echo one; echo two', 'first');
  expect(run).toMatchObject({ number: 1, line: 'echo one; echo two', ending: null });
  const ended = await done;
  expect(ended.run).toMatchObject({ ending: { type: 'exited', code: 0 }, lines: 2, leftProcesses: false });
  expect(commands.find(workspaceId, call('first'))).toEqual(ended.run);
  await close();
  const later = opened(dataDir);
  const page = await later.commands.page(workspaceId, call('first'), 1);
  expect(page).toEqual({ from: 1, lines: [{ text: 'two' }], total: 2, leftOut: null });
  expect((await later.commands.read(workspaceId, 1))?.run).toEqual(ended.run);
});

test('a line that no process can have is stored as not started, and nothing counts as running', async () => {
  const { start, commands, workspaceId } = opened();
  await expect(start('echo \0', 'first')).rejects.toThrow('null bytes');
  expect(commands.find(workspaceId, call('first'))?.ending?.type).toBe('not-started');
  expect(commands.running(workspaceId)).toEqual([]);
});

test('a command whose process could not be stored is ended', async () => {
  const { start, commands, stores, workspaceId, dataDir } = opened();
  const setProcess = stores.commands.setProcess;
  stores.commands.setProcess = () => {
    throw new Error('disk full');
  };
  await expect(start('echo $$ > pid; sleep 60', 'first')).rejects.toThrow('disk full');
  stores.commands.setProcess = setProcess;
  expect(commands.find(workspaceId, call('first'))?.ending?.type).toBe('not-started');
  const left = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && linkOf(name) === dataDir);
  expect(left).toEqual([]);
});

test('who watches a command sees its last lines as they come, until it ends', async () => {
  const { start, commands, workspaceId } = opened();
  const { done } = await start('echo one; sleep 0.5; echo two; sleep 60', 'first');
  const seen: string[] = [];
  for await (const { tail } of commands.watch(workspaceId, call('first'), undefined)) {
    seen.push(tail.map(({ text }) => text).join(' '));
    if (seen.at(-1) === 'one two') void commands.stop(workspaceId, call('first'));
  }
  expect(seen.at(-1)).toBe('one two');
  expect((await done).run.ending?.type).toBe('stopped');
});

test('all commands of a chat end with it, and those of others go on', async () => {
  const { start, commands, workspaceId } = opened();
  const runs = [await start('sleep 60'), await start('sleep 60')];
  expect(commands.running(workspaceId)).toHaveLength(2);
  await commands.endAll(workspaceId);
  expect(commands.running(workspaceId)).toEqual([]);
  for (const { done } of runs) expect((await done).run.ending?.type).toBe('stopped');
});

test('closing ends all, calls them cut off, and starts nothing more', async () => {
  const { start, commands, workspaceId } = opened();
  const { done } = await start('echo begun; sleep 60', 'first');
  await commands.close();
  expect((await done).run.ending?.type).toBe('cut-off');
  expect(commands.find(workspaceId, call('first'))?.ending?.type).toBe('cut-off');
  await expect(start('echo never')).rejects.toThrow('closing');
});

test('the output of a chat that is gone goes too', async () => {
  const { start, stores, commands, workspaceId, dataDir } = opened();
  await (await start('echo one')).done;
  expect(readdirSync(join(dataDir, 'commands'))).toHaveLength(1);
  stores.workspaces.drop(workspaceId);
  await commands.forget();
  expect(readdirSync(join(dataDir, 'commands'))).toEqual([]);
});

test.runIf(process.platform === 'linux')(
  'what a killed Parley left running is ended by the next start, also what left its group',
  async () => {
    const dataDir = temporaryFolder();
    const script = `
      import { commandsOn } from ${JSON.stringify(join(import.meta.dirname, '../../../test/main/commands/command-process.ts'))};
      const { start, commands, workspaceId } = commandsOn(${JSON.stringify(dataDir)});
      const line = 'setsid sh -c \\'trap "" TERM; while :; do sleep 1; done\\' & echo ready; sleep 60';
      const { run } = await start(line, 'left');
      for await (const { tail } of commands.watch(workspaceId, 'left')) if (tail.length > 0) break;
      process.kill(process.pid, 'SIGKILL');`;
    const killed = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    expect((await once(killed, 'exit'))[1]).toBe('SIGKILL');
    const { commands, stores, workspaceId } = opened(dataDir);
    const [left] = stores.commands.open();
    const marker = left?.marker ?? '';
    expect(processesOf({ group: null, marker }).length).toBeGreaterThanOrEqual(2);
    commands.recover();
    expect(commands.find(workspaceId, call('left'))?.ending?.type).toBe('cut-off');
    await commands.recovered();
    expect(processesOf({ group: null, marker })).toEqual([]);
    expect(stores.commands.open()).toEqual([]);
  },
);

test('a command of an earlier start of the machine ends nothing of this one', async () => {
  const { stores, commands, start } = opened();
  const { done } = await start('sleep 60', 'mine');
  const [mine] = stores.commands.open();
  if (mine === undefined) throw new Error('Nothing is stored.');
  const later = commandsOn(temporaryFolder());
  onTestFinished(() => later.stores.close());
  later.stores.commands.add({ ...mine, boot: 'another' });
  later.stores.commands.setProcess(mine.marker, mine.process);
  later.commands.recover();
  await later.commands.recovered();
  expect(processesOf({ group: null, marker: mine.marker })).not.toEqual([]);
  await commands.close();
  const { output } = await done;
  expect(textForModel(output)).toBe('');
});
