import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { elsewhere } from '../../../test/main/folder/any-folder.ts';
import { isDirty } from '../folder/git-state.ts';
import { folderFor, gitEnvironment, gitPlants } from '../../../test/main/permissions/git-plants.ts';
import { Confinement } from './confinement.ts';
import { RunningCommand } from './running-command.ts';

const env = { ...gitEnvironment, PARLEY_CONFINEMENT: undefined };

/** The folders of tests, outside those for temporary files, which every command may write in. */
const place = join(import.meta.dirname, '../../../.cache/confinement');
mkdirSync(place, { recursive: true });
const temporary = mkdtempSync(join(tmpdir(), 'parley-'));
const confinement = new Confinement({
  env,
  dataFolder: elsewhere,
  temporary: [temporary],
  report: (error) => {
    throw error;
  },
});
const { confined: canConfine } = await confinement.canConfine(place);
const why = canConfine ? '' : ' (left out: bubblewrap and socat are not here, or may not be used)';
afterAll(async () => {
  await confinement.close();
  rmSync(temporary, { recursive: true, force: true });
});

let count = 0;

async function runConfined(line: string, root: string): Promise<void> {
  const free = { file: '/bin/sh', args: ['-c', line], env };
  const { program, ended } = await confinement.confine(free, root, { root, hosts: [] });
  const command = await RunningCommand.start({
    program,
    cwd: root,
    marker: `planted-${process.pid}-${(count += 1)}`,
    confined: true,
    seconds: 30,
    now: () => 7,
  });
  const { ending, output } = await command.ended;
  ended(ending, output);
}

describe('what a command can plant for the next git', () => {
  test.each(gitPlants)('$name runs where nothing keeps it from being planted', (plant) => {
    const { run, ran } = folderFor(plant, place);
    run(plant.plant);
    run(plant.later);
    expect(ran()).toBe(true);
  });
});

describe('what is planted for git', () => {
  test.each(gitPlants)('$name does not run where Parley itself looks', async (plant) => {
    const { root, run, ran } = folderFor(plant, place);
    run(plant.plant);
    await isDirty(join(root, plant.where ?? '.'), gitEnvironment);
    expect(ran()).toBe(false);
  });
});

describe.runIf(canConfine)(`what a confined command can plant for the next git${why}`, () => {
  test.each(gitPlants)('$name does not run', async (plant) => {
    const { root, run, ran } = folderFor(plant, place);
    await runConfined(plant.plant, root);
    run(plant.later);
    expect(ran()).toBe(false);
  });
});
