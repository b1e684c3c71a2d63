import { expect, onTestFinished, test } from 'vitest';
import type { AppEvent } from '../../shared/contract/app-state.ts';
import type { Question } from '../../shared/questions/questions.ts';
import { callsTools, scriptedAgent } from '../../../test/main/agents/model/scripted-agent.ts';
import { ask, startChat, waits } from '../../../test/main/start-chat.ts';
import { testApp, untilWorkspace } from '../../../test/main/test-app.ts';
import { askBody, withoutMarks } from './announcements.ts';

const question = (prompt: string): Question => ({
  id: '1',
  prompt,
  kind: 'choice',
  options: [],
  multiple: false,
});

/** Collects the events an app emits to its windows until it ends. */
function collect(app: Awaited<ReturnType<typeof startChat>>['app']): AppEvent[] {
  const events: AppEvent[] = [];
  const done = new AbortController();
  onTestFinished(() => done.abort());
  const follow = async () => {
    for await (const item of app.watch(done.signal)) {
      if (item.type === 'event') events.push(item.event);
    }
  };
  void follow();
  return events;
}

const asked = (events: readonly AppEvent[]) =>
  events.flatMap((event) =>
    event.type === 'notification' && event.notification.kind === 'needs-you' ? [event.notification] : [],
  );

test('an ask that starts to wait is told once, with the name of its workspace and its first question', async () => {
  const { chat, send, app, workspace, client } = await startChat([
    () => callsTools(['c1', 'ask_user_question', ask('Which?')], ['c2', 'ask_user_question', ask('How?')]),
  ]);
  const events = collect(app);
  await send('Plan it');
  await chat.until(waits(2));
  await untilWorkspace(client, workspace.id, ({ waiting }) => waiting === 2);
  await expect.poll(() => asked(events)).toHaveLength(2);
  expect(asked(events)).toMatchObject([
    { workspaceId: workspace.id, title: 'Parley · Plan it', body: 'Which?' },
    { workspaceId: workspace.id, title: 'Parley · Plan it', body: 'How?' },
  ]);
});

test('an ask that waited before a restart is not told again', async () => {
  const before = await startChat([() => callsTools(['c1', 'ask_user_question', ask('Which?')])]);
  await before.send('Plan it');
  await before.chat.until(waits(1));
  await before.close();
  const { app, client } = testApp(before.dataDir, scriptedAgent([]));
  const events = collect(app);
  await untilWorkspace(client, before.workspace.id, ({ waiting }) => waiting === 1);
  await client.workspace.rename({ workspaceId: before.workspace.id, name: 'Renamed' });
  await expect.poll(() => events.map(({ type }) => type)).toContain('workspace-changed');
  expect(asked(events)).toEqual([]);
});

test('a long question is cut to what a notification shows, and is one line', async () => {
  expect(await withoutMarks('One\n\n two')).toBe('One two');
  const long = await withoutMarks('word '.repeat(200));
  expect(long).toHaveLength(200);
  expect(long.endsWith('…')).toBe(true);
  expect((await withoutMarks(`${'x'.repeat(198)}🙂${'y'.repeat(9)}`)).isWellFormed()).toBe(true);
});

test.each([
  ['**Which** _length_ is `right`?', 'Which length is right?'],
  ['# Length\n\n- short\n- ~~long~~\n\n> quoted', 'Length short long quoted'],
  ['See [the docs](https://example.org "Title") or ![a sketch](data:x).', 'See the docs or a sketch.'],
  ['See [the docs][1].\n\n[1]: https://example.org', 'See the docs.'],
  ['```ts\nlet x = 1;\n```', 'let x = 1;'],
  ['2 * 3 * 4 in snake_case_name?', '2 * 3 * 4 in snake_case_name?'],
  ['One\u202e two\u200b', 'One<U+202E> two<U+200B>'],
  ['One&#x202e; two', 'One<U+202E> two'],
])('a notification shows the words of %j alone', async (prompt, words) => {
  expect(await withoutMarks(prompt)).toBe(words);
});

test('a notification of an ask has its first question; the tool ask only says that it waits', () => {
  expect(askBody('ask_user_question', [question('Which?'), question('How?')])).toEqual({
    markdown: 'Which?',
  });
  expect(askBody('ask', [question('Which of these?')])).toEqual({ text: 'Waiting for input' });
});
