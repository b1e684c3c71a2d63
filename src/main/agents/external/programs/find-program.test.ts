import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import { agentsFolder, findProgram } from './find-program.ts';
import { openCode } from '../vendors/opencode.ts';

test('OpenCode is found by the link that npm makes, wherever its version has its program', () => {
  const dataDir = temporaryFolder();
  const link = join(agentsFolder(dataDir), 'node_modules/.bin/opencode');
  mkdirSync(join(link, '..'), { recursive: true });
  writeFileSync(link, '', { mode: 0o755 });
  if (openCode.preset === undefined) throw new Error('OpenCode is not known.');
  expect(findProgram(openCode.preset, { env: {}, dataDir, home: dataDir })?.file).toBe(link);
});
