import { expect, test } from 'vitest';
import { workspace } from '../../../../test/renderer/workspace-samples.ts';
import { askedTrust } from './asked-trust.ts';

const chat = workspace('wren', { folder: '/srv/wren' });
const external = { ...chat, agent: { ...chat.agent, inLoop: false } };
const asking = (...folders: string[]) =>
  folders.map((folder) => ({ folder, agent: null, fingerprint: `of ${folder}` }));

test('a folder asks before the tools of the data folder, which Parley’s own agents alone use', () => {
  const all = asking('/data', '/srv/wren', '/srv/owl');
  expect(askedTrust(all, chat, '/data')).toEqual({ of: 'folder', fingerprint: 'of /srv/wren' });
  const tools = asking('/data', '/srv/owl');
  expect(askedTrust(tools, chat, '/data')).toEqual({ of: 'own-tools', fingerprint: 'of /data' });
  expect(askedTrust(tools, external, '/data')).toBeUndefined();
});

test('a folder asks for the agent that would be started in it', () => {
  const ofAgent = [{ folder: '/srv/wren', agent: external.agent.id, fingerprint: 'of agent' }];
  expect(askedTrust(ofAgent, external, '/data')).toEqual({ of: 'folder', fingerprint: 'of agent' });
  expect(askedTrust(ofAgent, chat, '/data')).toBeUndefined();
});
