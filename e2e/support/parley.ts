import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page, type TestInfo } from '@playwright/test';
import { processesOfFolder } from '../../test/main/commands/processes-of-folder.ts';
import { makeDataDir } from '../../test/main/storage/fresh-database.ts';
import { browserHost } from './browser-host.ts';
import { ConsoleGuard } from './console-guard.ts';
import { electronHost, standinHost } from './electron-host.ts';
import { pictureOfFailure } from './failure-picture.ts';
import type { Host, HostStart } from './host.ts';
import { type HostName, projectRoot } from './hosts.ts';
import { makeTestFolder } from './memory-folder.ts';
import type { ChatChoices, SharedParley, SharedParleys } from './shared-parley.ts';
import type { StandinApp } from './standin-app.ts';
import type { WarmOrigin } from './warm-origin.ts';
import { test as base } from './worker.ts';

/** A running Parley with a small project open; the same for a spec on every host. */
export type Parley = {
  readonly page: Page;
  readonly host: HostName;
  readonly address: string | null;
  /** What was asked of the desktop; null where nothing keeps that. */
  readonly standin: StandinApp | null;
  readonly dataDir: string;
  readonly workspaceDir: string;
  readonly console: ConsoleGuard;
  /** Lets the time of a manual clock pass, in milliseconds; null where the host goes by the machine's clock. */
  readonly passTime: ((ms: number) => Promise<void>) | null;
  end(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Starts it again on the same data and, where there is one, the same port. */
  start(): Promise<void>;
};

type Fixtures = {
  /** A spec overrides it, for instance to choose an agent. */
  env: Record<string, string>;
  /** Starts Parley without any chat. */
  firstRun: boolean;
  /**
   * Starts a Parley for this test alone. Without it, a test in the browser uses one that is running already, in a
   * new chat about a new folder, unless the test says how Parley is started.
   */
  alone: boolean;
  /**
   * Starts a Parley for this test alone, in a browser that has fetched nothing of it yet, as on a first start.
   */
  cold: boolean;
  /**
   * Starts a Parley for this test alone, in the browser, on a clock that stands still: nothing that waits for a
   * time ends before the test lets that time pass.
   */
  manualClock: boolean;
  /** A screen that is touched, where the host has the choice. */
  touch: boolean;
  /** What the test's chat has instead of what the environment says for new ones. */
  choices: ChatChoices;
  /** Fills the folders before Parley is first started on them. */
  prepare(place: Pick<Parley, 'dataDir' | 'workspaceDir'>): void;
  parley: Parley;
};

/** The machine's environment must not lead a spec to a real provider. */
export const quietEnv = {
  PARLEY_AGENT: '',
  PARLEY_DIALECT: '',
  // What can be confined depends on what is installed on the machine.
  PARLEY_CONFINEMENT: 'off',
  ANTHROPIC_API_KEY: '',
  ANTHROPIC_BASE_URL: '',
  OPENAI_API_KEY: '',
  OPENAI_BASE_URL: '',
  OPENAI_COMPATIBLE_API_KEY: '',
  OPENAI_COMPATIBLE_BASE_URL: '',
  GOOGLE_GENERATIVE_AI_API_KEY: '',
  GOOGLE_GENERATIVE_AI_BASE_URL: '',
  OLLAMA_HOST: '',
};

function nothing() {}

export const test = base.extend<Fixtures>({
  env: [{}, { option: true }],
  firstRun: [false, { option: true }],
  touch: [false, { option: true }],
  alone: [false, { option: true }],
  cold: [false, { option: true }],
  manualClock: [false, { option: true }],
  choices: [{}, { option: true }],
  prepare: async ({ hostName: _ }, use) => use(nothing),
  parley: async (
    {
      hostName,
      env,
      choices,
      firstRun,
      touch,
      prepare,
      alone,
      cold,
      manualClock,
      warmOrigins,
      sharedParleys,
    },
    use,
    test,
  ) => {
    const folder = await makeTestFolder();
    const [dataDir, workspaceDir] = [join(folder, 'data'), join(folder, 'tiny-parser')];
    await cp(join(projectRoot, 'e2e/sample-project'), workspaceDir, { recursive: true });
    prepare({ dataDir, workspaceDir });
    makeDataDir(dataDir);
    const fullEnv = { ...quietEnv, ...env };
    const isCold = cold || firstRun;
    const isOwn = alone || isCold || touch || manualClock || prepare !== nothing;
    const isShared = hostName === 'browser' && !isOwn;
    try {
      if (isShared) {
        const parley = await sharedParleys.begin(fullEnv, workspaceDir, choices);
        await useShared(sharedParleys, parley, workspaceDir, use, test);
      } else {
        const start = {
          dataDir,
          workspaceDir,
          firstRun,
          touch,
          manualClock,
          env: { ...fullEnv, ...asVariables(choices) },
        };
        await warmOrigins.lend({ isCold, hasTouch: touch }, (origin) =>
          useOwn(hostName, start, origin, use, test),
        );
      }
      await expect.poll(() => processesOfFolder(folder), 'no process outlives its test').toEqual([]);
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  },
});

/** The same choices for all new chats of a Parley. */
const asVariables = ({ agent, dialect }: ChatChoices): Record<string, string> => ({
  ...(agent !== undefined && { PARLEY_AGENT: agent }),
  ...(dialect !== undefined && { PARLEY_DIALECT: dialect }),
});

type Use = (parley: Parley) => Promise<void>;

async function useOwn(
  hostName: HostName,
  start: Omit<HostStart, 'onPage'>,
  origin: WarmOrigin,
  use: Use,
  test: TestInfo,
): Promise<void> {
  const guard = new ConsoleGuard();
  const onPage = (page: Page) => guard.watch(page);
  const host = createHost(hostName, { ...start, onPage }, origin);
  try {
    await host.start();
    await use(asParley(host, { ...start, host: hostName, console: guard }));
    guard.check();
  } finally {
    await pictureOfFailure(host.page, test);
    await host.close();
  }
}

async function useShared(
  parleys: SharedParleys,
  parley: SharedParley,
  workspaceDir: string,
  use: Use,
  test: TestInfo,
): Promise<void> {
  let isSame = false;
  const { guard: console, dataDir } = parley;
  try {
    await use({
      page: parley.page,
      host: 'browser',
      get address() {
        return parley.address;
      },
      standin: null,
      passTime: null,
      dataDir,
      workspaceDir,
      console,
      end: (signal = 'SIGTERM') => parley.endProcess(signal),
      start: () => parley.startProcess(),
    });
    console.check();
    isSame = await parley.end();
  } finally {
    await pictureOfFailure(() => parley.page, test);
    if (!isSame) await parleys.end(parley);
  }
}

function createHost(name: HostName, options: HostStart, origin: WarmOrigin): Host {
  switch (name) {
    case 'browser':
      return browserHost(options, origin);
    case 'electron':
      return electronHost(options);
    case 'electron-standin':
      return standinHost(options);
  }
}

function asParley(host: Host, known: Pick<Parley, 'host' | 'dataDir' | 'workspaceDir' | 'console'>): Parley {
  return {
    ...known,
    get page() {
      return host.page();
    },
    get address() {
      return host.address();
    },
    passTime: host.passTime,
    get standin() {
      return host.standin();
    },
    end: (signal = 'SIGTERM') => host.end(signal),
    start: () => host.start(),
  };
}
