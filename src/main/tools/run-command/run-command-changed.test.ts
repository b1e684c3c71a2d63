import { existsSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Transcript } from '../../../shared/transcript/transcript.ts';
import { answerPermission, waitingPermission } from '../../../../test/main/permissions/permission-chat.ts';
import { callsTools, says } from '../../../../test/main/agents/model/scripted-agent.ts';
import { readLogin } from '../../../../test/main/commands/person-shell.ts';
import { startChat } from '../../../../test/main/start-chat.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { toolParts } from '../../../../test/main/test-app.ts';

const once = { choiceId: 'once' };

/** A chat in Edit mode whose agent runs one command in a prepared folder. */
async function chatThatRuns(
  input: object,
  shell: string,
  prepare: (folder: string) => void = () => undefined,
) {
  const scripts = [() => callsTools(['run', 'run_command', input]), () => says('Done.')];
  const env = { ...process.env, SHELL: shell };
  const started = await startChat(scripts, temporaryFolder(), { env, readLogin });
  const workspaceId = started.workspace.id;
  prepare(started.workspace.folder);
  await started.client.workspace.setMode({ workspaceId, mode: 'exec' });
  await started.send('Go');
  return { ...started, workspaceId };
}

const callOf = (transcript: Transcript) => toolParts(transcript)[0];

test('a folder whose place a link takes while the card waits is not where it runs', async () => {
  const chat = await chatThatRuns({ command: 'touch made', folder: 'sub' }, '/bin/sh', (folder) =>
    mkdirSync(join(folder, 'sub')),
  );
  const { folder } = chat.workspace;
  await waitingPermission(chat, 'run');
  renameSync(join(folder, 'sub'), join(folder, 'other'));
  mkdirSync(join(folder, 'elsewhere'));
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'sub'));
  await answerPermission(chat, 'run', once);
  const seen = await chat.chat.until((now) => (callOf(now)?.result ?? null) !== null);
  expect(callOf(seen)?.result).toMatchObject({
    ok: false,
    text: 'The folder leads elsewhere than when the person allowed it. Nothing was run.',
  });
  expect([existsSync(join(folder, 'elsewhere', 'made'))]).toEqual([false]);
});

test('a turn that is stopped while the shell is looked at leaves nothing running in the background', async () => {
  const [bin, marks] = [temporaryFolder(), temporaryFolder()];
  const shell = join(bin, 'sh');
  const wait = `touch ${marks}/began; until [ -e ${marks}/go ]; do sleep 0.05; done; exec /bin/sh "$@"`;
  writeFileSync(shell, `#!/bin/sh\n${wait}\n`, { mode: 0o755 });
  const chat = await chatThatRuns({ command: 'sleep 60', background: true }, shell);
  await answerPermission(chat, 'run', once);
  await expect.poll(() => existsSync(join(marks, 'began'))).toBe(true);
  await chat.client.workspace.stop({ workspaceId: chat.workspaceId });
  writeFileSync(join(marks, 'go'), '');
  const seen = await chat.chat.until((now) => (callOf(now)?.run?.ending ?? null) !== null);
  expect(callOf(seen)?.run?.ending?.type).toBe('stopped');
});
