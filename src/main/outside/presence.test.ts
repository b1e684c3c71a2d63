import { expect, test } from 'vitest';
import { toolCallIdSchema, workspaceIdSchema } from '../../shared/ids.ts';
import type { Transcript } from '../../shared/transcript/transcript.ts';
import { ChatLog } from '../chat/chat-log.ts';
import { storesIn } from '../../../test/main/storage/prepared-database.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { toolParts } from '../../../test/main/test-app.ts';
import { PresenceTracker } from './presence.ts';

const workspaceId = workspaceIdSchema.parse('w');
const toolCallId = toolCallIdSchema.parse('call');

/** A call from outside as it is stored, and what the windows see of its asker. */
function createCall() {
  const stores = storesIn(temporaryFolder());
  const about = { mode: 'plan', agent: 'guide', dialect: null, at: 5 } as const;
  stores.workspaces.add({ id: workspaceId, name: 'w', folder: '/w', ...about });
  const log = new ChatLog(stores, stores.drafts, 'run', () => 5);
  const presence = new PresenceTracker({
    outside: stores.outside,
    log,
    report(error) {
      throw error;
    },
  });
  const asked = { asker: 'script', tool: 'agent_shell', toolName: 'agent_shell', kind: 'question' } as const;
  const names = { workspaceId, toolCallId, folder: null, key: 'k', dedupeKey: 'd', questions: [], at: 5 };
  const messageId = stores.outside.open({ ...asked, ...names });
  const call = { workspaceId, toolCallId, messageId, presence: 'waiting' as const };
  async function shown(): Promise<string | undefined> {
    const { value } = await log.watch(workspaceId, undefined, undefined).next();
    if (value?.type !== 'snapshot') throw new Error('A new subscriber begins with a snapshot.');
    const transcript: Transcript = value.state.transcript;
    return toolParts(transcript)[0]?.ask?.presence;
  }
  return { presence, call, shown, stored: () => stores.outside.byKey('k')?.presence };
}

test('an asker whose new request came before the old one ended is still there', async () => {
  const { presence, call, shown, stored } = createCall();
  const old = presence.begin(call);
  const next = presence.begin(call);
  old.lose();
  expect([presence.isPresent(call), await shown(), stored()]).toEqual([true, 'waiting', 'waiting']);
  old.lose();
  expect(presence.isPresent(call), 'the end of a request counts once').toBe(true);
  next.lose();
  expect([presence.isPresent(call), await shown(), stored()]).toEqual([false, 'gone', 'gone']);
});

test('a request that was suspended is resumed by the next one, once, and its end changes nothing then', async () => {
  const { presence, call, shown } = createCall();
  const resumed: string[] = [];
  const old = presence.begin(call);
  old.suspend(() => resumed.push('old'));
  expect(presence.isPresent(call)).toBe(false);
  presence.begin(call);
  presence.begin(call);
  old.lose();
  expect([resumed, presence.isPresent(call), await shown()]).toEqual([['old'], true, 'waiting']);
});

test('a request that ended while it was suspended is not resumed', () => {
  const { presence, call } = createCall();
  const resumed: string[] = [];
  const old = presence.begin(call);
  old.suspend(() => resumed.push('old'));
  old.lose();
  presence.begin(call);
  expect(resumed).toEqual([]);
});

test('an asker that comes back is shown as waiting', async () => {
  const { presence, call, shown } = createCall();
  presence.begin(call).lose();
  presence.begin({ ...call, presence: 'gone' });
  expect(await shown()).toBe('waiting');
});

test('an answer that turns out not to have arrived is kept', async () => {
  const { presence, call, shown } = createCall();
  const request = presence.begin(call);
  request.complete();
  expect([presence.isPresent(call), await shown()]).toEqual([false, 'told']);
  request.lose();
  expect(await shown()).toBe('gone');
});

test('an asker that gave up before its answer had gone out was not told, and has given up once', async () => {
  const { presence, call, shown } = createCall();
  const late = presence.begin(call);
  late.lose();
  late.complete();
  expect(await shown()).toBe('gone');
  presence.begin({ ...call, presence: 'gone' }).complete();
  late.lose();
  expect(await shown()).toBe('told');
});
