import { parseArgs } from 'node:util';
import { startBrowserHost } from '../src/main/browser/index.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    'data-dir': { type: 'string' },
    workspace: { type: 'string' },
    // The command's other two options are in force here anyway.
    browser: { type: 'boolean' },
    'no-open': { type: 'boolean' },
  },
});

const start = await startBrowserHost({
  version: 'development',
  port: values.port === undefined ? undefined : Number(values.port),
  dataDir: values['data-dir'],
  workspace: values.workspace,
  link: undefined,
});
if (start.status === 'failed') {
  process.stderr.write(`${start.problem}\n`);
  process.exitCode = 1;
}
