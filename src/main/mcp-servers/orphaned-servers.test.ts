import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { markerVariable } from '../commands/processes.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { testApp } from '../../../test/main/test-app.ts';

test('a start ends the servers that a killed Parley left, before any chat uses one', async () => {
  const dataDir = temporaryFolder();
  const file = join(dataDir, 'mcp-servers.running');
  const marker = 'left-behind-4711';
  const orphan = spawn('sleep', ['600'], { env: { PATH: process.env['PATH'], [markerVariable]: marker } });
  onTestFinished(() => void orphan.kill());
  await once(orphan, 'spawn');
  const ended = once(orphan, 'exit');
  writeFileSync(file, marker);
  const { close } = testApp(dataDir, {});
  await ended;
  await close();
  expect(existsSync(file)).toBe(false);
});
