import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isParleyLink } from '../../shared/workspace/workspace-link.ts';

/** Options that the command line passes to Electron; switches for Chromium are left to it. */
type HostArguments = {
  dataDir: string | undefined;
  workspace: string | undefined;
  port: number | undefined;
  /** The first argument meant as a link, as the system passes a `parley:` address. */
  link: string | undefined;
};

function text(value: string | boolean | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function readHostArguments(argv: readonly string[], cwd: string): HostArguments {
  const { values } = parseArgs({
    args: [...argv],
    strict: false,
    options: {
      'data-dir': { type: 'string' },
      workspace: { type: 'string' },
      port: { type: 'string' },
    },
  });
  const workspace = text(values.workspace);
  const port = text(values.port);
  return {
    dataDir: text(values['data-dir']),
    workspace: workspace === undefined ? undefined : resolve(cwd, workspace),
    port: port === undefined ? undefined : Number(port),
    link: argv.find(isParleyLink),
  };
}
