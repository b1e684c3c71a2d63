import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { markerVariable } from '../commands/processes.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { testApp } from '../../../test/main/test-app.ts';
import { leftServersFile } from './left-servers.ts';

test('a start ends the servers that a killed Parley left, before any chat uses one', async () => {
  const dataDir = temporaryFolder();
  const marker = 'left-behind-4711';
  const left = spawn('sleep', ['600'], { env: { PATH: process.env['PATH'], [markerVariable]: marker } });
  onTestFinished(() => void left.kill());
  await once(left, 'spawn');
  const ended = once(left, 'exit');
  writeFileSync(leftServersFile(dataDir), marker);
  const { close } = testApp(dataDir, {});
  await ended;
  await close();
  expect(existsSync(leftServersFile(dataDir))).toBe(false);
});
