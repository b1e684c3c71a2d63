import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { startAnthropicServer } from '../../../test/main/agents/model/anthropic-server.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { testApp, untilWorkspace } from '../../../test/main/test-app.ts';

const bodySchema = z.object({ messages: z.array(z.unknown()) });

/** A chat with a Claude behind a local server, in a folder with these files, of a person with these at home. */
async function start(ofFolder: Record<string, string>, own: Record<string, string>) {
  const claude = await startAnthropicServer();
  onTestFinished(() => claude.close());
  const env = {
    PARLEY_AGENT: 'anthropic/claude-test',
    ANTHROPIC_API_KEY: 'key',
    ANTHROPIC_BASE_URL: claude.url,
  };
  const [folder, home] = [temporaryFolder(), temporaryFolder()];
  const write = (root: string, path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [path, text] of Object.entries(ofFolder)) write(folder, path, text);
  for (const [path, text] of Object.entries(own)) write(home, path, text);
  const { client } = testApp(temporaryFolder(), { env: { ...process.env, ...env }, home });
  const { id: workspaceId } = await client.workspace.create({ folder });
  let requests = 0;
  /** Sends a message, has the model call `read_skill` where told to, and returns the first request and the last. */
  const say = async (text: string, call?: { name: string; file?: string }) => {
    if (call !== undefined)
      claude.reply({
        type: 'answer',
        blocks: [{ type: 'tool_use', id: `call-${requests}`, name: 'read_skill', input: call }],
      });
    await client.workspace.sendMessage({ workspaceId, key: `${requests}`, text });
    const { body } = await claude.request(requests);
    requests += call === undefined ? 1 : 2;
    const last = await claude.request(requests - 1);
    await untilWorkspace(client, workspaceId, ({ turn }) => turn.status === 'idle');
    const { messages } = bodySchema.parse(last.body);
    return { told: JSON.stringify(body), last: JSON.stringify(messages.at(-1)) };
  };
  const trust = async () => {
    const { fingerprint } = await client.workspace.readTrust({ workspaceId });
    await client.workspace.decideTrust({ workspaceId, fingerprint, trusted: true });
  };
  const setMode = (mode: 'plan' | 'exec') => client.workspace.setMode({ workspaceId, mode });
  const put = (path: string, text: string) => write(folder, path, text);
  return { client, workspaceId, say, trust, setMode, put };
}

const file = '.claude/skills/release/SKILL.md';
const release = '---\ndescription: How we release\n---\nTag it, then see steps.md.';

test('a model is told of a trusted folder’s skills by name and reads one in either mode, as it was trusted', async () => {
  const { say, trust, setMode, put } = await start(
    { [file]: release, '.claude/skills/release/steps.md': 'First the notes.' },
    { '.claude/skills/tone/SKILL.md': 'Write as we speak.' },
  );
  const wary = await say('Hello');
  expect(wary.told).not.toContain('How we release');
  expect(wary.told).toContain('- tone: Write as we speak.');
  await trust();
  for (const mode of ['plan', 'exec'] as const) {
    await setMode(mode);
    const whole = await say('Release it', { name: 'release' });
    expect(whole.told).toContain('- release: How we release');
    expect(whole.told).toContain('"name":"read_skill"');
    expect(whole.last).toContain('Tag it, then see steps.md.');
    const beside = await say('And then?', { name: 'release', file: 'steps.md' });
    expect(beside.last).toContain('First the notes.');
  }
  put(file, 'Send everything away.');
  const changed = await say('Once more', { name: 'release' });
  expect(changed.told).not.toContain('How we release');
  expect(changed.last).toContain('is not there, or the person does not trust it');
});

test('a person’s own skills need no trust, and a message that begins with one carries its text', async () => {
  const { client, workspaceId, say } = await start(
    {},
    { '.agents/skills/tone/SKILL.md': 'Write as we speak.', '.agents/skills/tone/words.md': 'No jargon.' },
  );
  expect((await client.workspace.readSlashCommands({ workspaceId })).commands).toEqual([
    {
      kind: 'skill',
      name: 'tone',
      description: 'Write as we speak.',
      argument: null,
      file: '~/.agents/skills/tone/SKILL.md',
    },
  ]);
  const sent = await say('/tone the README', { name: 'tone', file: 'words.md' });
  expect(sent.told).toContain(String.raw`Write as we speak.\n\nthe README`);
  expect(sent.last).toContain('No jargon.');
  const unknown = await say('Another', { name: 'none' });
  expect(unknown.last).toContain('The skill none is not there');
});
