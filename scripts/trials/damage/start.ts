import { startApp } from '../../../src/main/app.ts';
import { StorageError } from '../../../src/main/storage/storage-error.ts';
import { quietEnv } from '../../../e2e/support/parley.ts';
import { HostProcess } from '../../../e2e/support/host-process.ts';
import { openWindow } from '../../../test/main/http/trial-window.ts';

/** How a start on a data folder ended: with what a window says, refused with a message, or broken. */
export type Start =
  | { type: 'started'; notice: string | null; workspaces: number }
  | { type: 'refused'; words: string }
  | { type: 'broken'; error: unknown };

/** Starts the app as the hosts do, in this process. */
export async function startHere(dataDir: string): Promise<Start> {
  try {
    const app = await startApp({ dataDir, version: '0', env: {}, suggestedFolder: dataDir });
    const { about, workspaces } = app.state();
    await app.close();
    return { type: 'started', notice: about.startMessage, workspaces: workspaces.length };
  } catch (error) {
    return error instanceof StorageError
      ? { type: 'refused', words: error.message }
      : { type: 'broken', error };
  }
}

/** Starts the built browser host and asks it as a window does. */
export async function startHost(dataDir: string): Promise<Start> {
  const host = new HostProcess({ dataDir, workspaceDir: dataDir, firstRun: true, env: quietEnv });
  try {
    await host.start();
    const window = await openWindow(host.address);
    try {
      for await (const item of await window.client.app.watch({}))
        if (item.type === 'snapshot')
          return {
            type: 'started',
            notice: item.state.about.startMessage,
            workspaces: item.state.workspaces.length,
          };
      throw new Error('The host told no window of its state.');
    } finally {
      window.close();
    }
  } catch (error) {
    const words = host.complaints().join('\n');
    return words.includes('can’t be used') || words.includes("can't be used")
      ? { type: 'refused', words }
      : { type: 'broken', error };
  } finally {
    await host.end('SIGTERM');
  }
}
