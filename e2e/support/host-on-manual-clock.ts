import module from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { manualClock } from '../../test/main/manual-clock.ts';
import type { Clock } from '../../src/main/clock.ts';
import type { BrowserHostOptions, BrowserHostStart } from '../../src/shared/host/host.ts';
import { projectRoot } from './hosts.ts';

// Starts the built browser host as its command does, on a clock that stands still. Only the process that started
// this one can let time pass, over the channel between them.

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    'data-dir': { type: 'string' },
    workspace: { type: 'string' },
  },
});

type BrowserHost = {
  startBrowserHost(options: BrowserHostOptions, clock: Clock): Promise<BrowserHostStart>;
};

function isBrowserHost(built: unknown): built is BrowserHost {
  return typeof built === 'object' && built !== null && 'startBrowserHost' in built;
}

const out = join(projectRoot, 'out');
module.enableCompileCache(join(out, '.compile-cache'));
const built: unknown = await import(pathToFileURL(join(out, 'main/browser.js')).href);
if (!isBrowserHost(built)) throw new Error('What was built has no browser host.');
const clock = manualClock();
const messageSchema = z.object({ pass: z.number() });
process.on('message', (message) => {
  clock.pass(messageSchema.parse(message).pass);
  process.send?.('passed');
});
const start = await built.startBrowserHost(
  {
    version: 'test',
    port: Number(values.port),
    dataDir: values['data-dir'],
    workspace: values.workspace,
    link: undefined,
  },
  clock,
);
if (start.status === 'failed') {
  process.stderr.write(`${start.problem}\n`);
  process.exit(1);
}
