import { join } from 'node:path';
import { listedToolsFileName } from '../../shared/host/companion-file.ts';
import type { SecondNames } from '../../shared/contract/settings.ts';
import type { Dialects } from '../../shared/dialects/registry.ts';
import { readDataFile } from '../storage/data-file.ts';
import { writePrivateFile } from '../storage/private-file.ts';

export type ListedToolsDeps = {
  dataDir: string;
  dialects: Dialects;
  settings: { read(): { secondNames: SecondNames } };
  report: (error: unknown) => string;
};

type ListedToolsFile = {
  /** Writes the current list. A failure is logged; `parley mcp` then has the previous list. */
  update(): Promise<void>;
  /** Resolves when nothing is being written. */
  settled(): Promise<void>;
};

/** Keeps the list of tools in the data folder, for `parley mcp` while Parley does not run. */
export function createListedToolsFile({
  dataDir,
  dialects,
  settings,
  report,
}: ListedToolsDeps): ListedToolsFile {
  const path = join(dataDir, listedToolsFileName);
  let last = Promise.resolve();

  async function write(): Promise<void> {
    const { listedTools } = await import('../../shared/contract/outside-tool-list.ts');
    const text = `${JSON.stringify(listedTools(dialects, settings.read().secondNames))}\n`;
    if (readDataFile(path) !== text) await writePrivateFile(path, text);
  }

  return {
    update: () => (last = last.then(write).catch((error: unknown) => void report(error))),
    settled: () => last,
  };
}
