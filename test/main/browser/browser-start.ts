import { startBrowserHost } from '../../../src/main/browser/index.ts';

/** The browser host as `parley --browser` runs it, on the data folder of its first argument; without pages. */
process.env.ELECTRON_RENDERER_URL = 'http://127.0.0.1:9';
await startBrowserHost({
  version: '0.0.0',
  dataDir: process.argv[2],
  workspace: undefined,
  link: undefined,
  port: 0,
});
