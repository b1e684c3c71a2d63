import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createVitest, type Reporter, type TestModule } from 'vitest/node';
import { type Mutant, pickedSchema, type Reply, requestSchema } from './messages.ts';
import { switchName, withSwitches } from './mutations.ts';

/**
 * In a process of its own, because code that never ends can only be killed. Runs the tests of the files with
 * mutants, with a switch for each mutant; the files on the disk stay as they are. Its arguments are the file of
 * the mutants and the folders of the tests. Tests of commands and scripts are left out: they start processes of
 * their own, which would have no mutants.
 */
const [picked = '', ...within] = process.argv.slice(2);
const root = join(import.meta.dirname, '../../..');
const mutants = pickedSchema.parse(JSON.parse(readFileSync(picked, 'utf8')));
const byFile = Map.groupBy(mutants, ({ file }) => join(root, file));

/** Longer than any wait of a test that passes, in milliseconds; many mutants only ever show as a wait. */
const testTimeout = 10_000;

const state: { failed: string | null; modules: TestModule[] } = { failed: null, modules: [] };

const vitest = await createVitest(
  'test',
  {
    root,
    // Its projects would take neither these folders nor the switch.
    config: false,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    include: within.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
    watch: false,
    testTimeout,
    // The files on the disk are not what runs.
    fsModuleCache: false,
    setupFiles: [join(import.meta.dirname, 'active-mutant.ts')],
    related: [...byFile.keys()],
    reporters: [reporter()],
    provide: { mutant: 0, switchName },
    maxWorkers: 2,
  },
  {
    plugins: [
      {
        name: 'mutants',
        enforce: 'pre',
        transform(code, id) {
          const ofFile: readonly Mutant[] | undefined = byFile.get(id);
          return ofFile && { code: withSwitches(code, ofFile), map: null };
        },
      },
    ],
  },
);
const specifications = await vitest.getRelevantTestSpecifications();

/** Ends a run with its first failure. */
function reporter(): Reporter {
  const fail = (name: string) => {
    state.failed ??= name;
    if (isTrying) void vitest.cancelCurrentRun('test-failure');
  };
  return {
    onTestCaseResult(test) {
      if (test.result().state === 'failed') fail(`${test.module.relativeModuleId} > ${test.fullName}`);
    },
    onTestModuleEnd(module) {
      state.modules.push(module);
      if (module.state() === 'failed') fail(module.relativeModuleId);
    },
  };
}

let isTrying = false;

function reachedBy(module: TestModule): number[] {
  return [...new Set(Array.from(module.children.allTests(), (test) => test.meta().reached ?? []).flat())];
}

async function run(mutant: number, tests: (file: string) => boolean): Promise<void> {
  state.failed = null;
  state.modules = [];
  isTrying = mutant > 0;
  vitest.provide('mutant', mutant);
  const chosen = specifications.filter(({ moduleId }) => tests(relative(root, moduleId)));
  const { unhandledErrors } = await vitest.runTestSpecifications(chosen);
  if (unhandledErrors.length > 0) state.failed ??= 'an error that nothing handled';
}

async function replyTo(message: unknown): Promise<Reply> {
  const request = requestSchema.parse(message);
  switch (request.type) {
    case 'look': {
      await run(0, () => true);
      const files = state.modules.map((module) => ({
        file: module.relativeModuleId,
        ok: module.ok(),
        ms: Math.round(module.diagnostic().duration),
        reached: reachedBy(module),
      }));
      return { type: 'looked', files };
    }
    case 'try':
      await run(request.mutant, (file) => request.tests.includes(file));
      return { type: 'tried', by: state.failed };
  }
}

process.on('message', (message) => {
  void replyTo(message).then((reply) => process.send?.(reply));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
