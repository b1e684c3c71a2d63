import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startExternalChat } from '../../../../../test/main/agents/external/external-chat.ts';
import { said } from '../../../../../test/main/start-chat.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import { agentText, toolParts } from '../../../../../test/main/test-app.ts';

const plan = '# Store\n\n1. Use SQLite\n';

/** Has the scripted agent ask to approve a plan as Gemini CLI does, with nothing but the file's name in the title. */
async function asked(file: string) {
  const started = await startExternalChat();
  const toolCall = {
    toolCallId: 'exit_plan_mode__k3x9',
    title: `Requesting plan approval for: ${file}`,
    kind: 'other',
    status: 'pending',
    content: [],
  };
  const options = [
    { optionId: 'proceed_once', name: 'Allow', kind: 'allow_once' },
    { optionId: 'cancel', name: 'Reject', kind: 'reject_once' },
  ];
  await started.send(
    `request session/request_permission ${JSON.stringify({ toolCall, options })}`,
    'request',
  );
  return started;
}

async function decided(file: string, decision: object) {
  const { chat, client, workspace, turn } = await asked(file);
  const now = await chat.until((seen) => toolParts(seen)[0]?.action?.state.type === 'open');
  const action = toolParts(now)[0]?.action;
  if (action === undefined) throw new Error('No plan came.');
  expect(action.preview).toMatchObject({ type: 'plan', plan });
  await client.workspace.decidePreview({
    workspaceId: workspace.id,
    actionId: action.id,
    fingerprint: action.fingerprint,
    decision: { type: 'approve-plan', start: 'here', notes: [], ...decision },
  });
  const end = await chat.until(said('Answered: '));
  await turn('idle');
  return agentText(end);
}

function planFile(): string {
  const file = join(temporaryFolder(), 'store.md');
  writeFileSync(file, plan);
  return file;
}

test('a plan of Gemini CLI is read from the file that its title names, and approved', async () => {
  const file = planFile();
  expect(await decided(file, {})).toContain('"optionId":"proceed_once"');
  expect(readFileSync(file, 'utf8')).toBe(plan);
});

test('a plan of Gemini CLI that was edited is written to its file, which its model reads then', async () => {
  const file = planFile();
  const edited = '# Store\n\n1. Use files\n';
  expect(await decided(file, { edited })).not.toContain('Use files');
  expect(readFileSync(file, 'utf8')).toBe(edited);
});

test.each([
  ['that is not there', (file: string) => `${file}.none.md`],
  [
    'that is a link',
    (file: string) => {
      symlinkSync(file, `${file}-link.md`);
      return `${file}-link.md`;
    },
  ],
])('a plan in a file %s is asked for as a permission', async (_, make) => {
  const file = make(planFile());
  const { chat } = await asked(file);
  const now = await chat.until((seen) => toolParts(seen)[0]?.permission?.settlement === null);
  expect(toolParts(now)[0]?.permission?.subject).toMatchObject({ type: 'other' });
  expect(JSON.stringify(toolParts(now)[0]?.permission?.subject)).toContain(file);
});
