import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serversChat } from '../../../../test/main/mcp-servers/servers-chat.ts';

const tool = (body: string) =>
  `export default { name: 'greet', description: 'Tries', parameters: { type: 'object' }, execute() { ${body} } };\n`;

test('a tool of the data folder is used after a yes to what it says alone, and asks anew when that changes', async () => {
  const chat = await serversChat({});
  const put = (text: string) => {
    mkdirSync(join(chat.dataDir, 'tools'), { recursive: true });
    writeFileSync(join(chat.dataDir, 'tools/greet.mjs'), tool(text));
  };
  const untrusted = async () => {
    await chat.calls('greet', {});
    expect((await chat.result()).text).toBe('There is no tool called greet.');
  };
  const trusts = async () => {
    const about = { workspaceId: chat.workspaceId, of: 'own-tools' as const };
    const { fingerprint, findings } = await chat.client().workspace.readTrust(about);
    expect(findings).toEqual([{ type: 'tool', file: 'tools/greet.mjs' }]);
    await chat.client().workspace.decideTrust({ ...about, fingerprint, trusted: true });
  };
  put("return 'one';");
  await untrusted();
  await trusts();
  await chat.calls('greet', {});
  await chat.asked();
  await chat.answers('once');
  expect((await chat.result()).text).toBe('one');
  put("return 'two';");
  await untrusted();
  await trusts();
  await chat.calls('greet', {});
  await chat.asked();
  await chat.answers('once');
  expect((await chat.result()).text).toBe('two');
});
