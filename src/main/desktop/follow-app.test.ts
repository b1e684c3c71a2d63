import { expect, test } from 'vitest';
import type { ParleyNotification } from '../../shared/contract/app-state.ts';
import { callsTools, says } from '../../../test/main/agents/model/scripted-agent.ts';
import { ask, startChat, waits } from '../../../test/main/start-chat.ts';
import { toolParts } from '../../../test/main/test-app.ts';
import { followAttention, followStartAtLogin, followTheme } from './follow-app.ts';
import type { WaitingChat } from './waiting-chats.ts';

/** A desktop that keeps what it was asked for, and tells when something came. */
function createSurface(isFocused: () => boolean) {
  const shown: {
    badges: number[];
    tray: WaitingChat[][];
    notifications: ParleyNotification[];
    nothing: number;
  } = {
    badges: [],
    tray: [],
    notifications: [],
    nothing: 0,
  };
  let onChange = () => {};
  const changed =
    <Given extends unknown[]>(keep: (...given: Given) => void) =>
    (...given: Given) => {
      keep(...given);
      onChange();
    };
  return {
    shown,
    surface: {
      setBadge: changed((count: number) => void shown.badges.push(count)),
      showWaiting: changed((waiting: readonly WaitingChat[]) => void shown.tray.push([...waiting])),
      notify: changed((notification: ParleyNotification) => void shown.notifications.push(notification)),
      onNothingWaits: changed(() => void (shown.nothing += 1)),
      isFocused,
    },
    async until(isThere: () => boolean): Promise<void> {
      while (!isThere())
        await new Promise<void>((resolve) => {
          onChange = resolve;
        });
    },
  };
}

/** A chat whose agent asks twice, followed by a desktop with a window that has the focus or not. */
async function followedChat(focus: { isFocused: boolean }) {
  const chat = await startChat([
    () => callsTools(['call-1', 'ask_user_question', ask('Which?')]),
    () => callsTools(['call-2', 'ask_user_question', ask('And then?')]),
    () => says('Done.'),
  ]);
  const desktop = createSurface(() => focus.isFocused);
  const ending = new AbortController();
  const { count } = followAttention(chat.app, desktop.surface, ending.signal);
  return { ...chat, ...desktop, count, ending };
}

test('what waits is counted and named until it no longer does', async () => {
  const { chat, send, answer, turn, workspace, shown, until, count } = await followedChat({
    isFocused: true,
  });
  const { id } = workspace;
  await send('Go');
  await until(() => shown.tray.length === 1);
  expect([shown.badges, shown.tray, shown.nothing, count()]).toEqual([
    [1],
    [[{ id, name: 'Go', waiting: 1 }]],
    0,
    1,
  ]);
  await chat.until(waits(1));
  await answer(0, 'A');
  await until(() => shown.badges.length === 3);
  await chat.until((now) => toolParts(now).length === 2 && waits(1)(now));
  await answer(1, 'B');
  await turn('idle');
  await until(() => shown.nothing === 2);
  expect([shown.badges, shown.tray.at(-1), count()]).toEqual([[1, 0, 1, 0], [], 0]);
});

test('a question notifies only while the window has no focus', async () => {
  let [hasFocus, timesAsked] = [true, 0];
  const focus = {
    get isFocused() {
      timesAsked += 1;
      return hasFocus;
    },
  };
  const { chat, send, answer, workspace, shown, until } = await followedChat(focus);
  await send('Go');
  await until(() => shown.badges.length === 1);
  await chat.until(waits(1));
  await expect.poll(() => timesAsked).toBe(1);
  hasFocus = false;
  await answer(0, 'A');
  await until(() => shown.notifications.length > 0);
  expect(shown.notifications).toEqual([
    {
      kind: 'needs-you',
      workspaceId: workspace.id,
      toolCallId: 'call-2',
      title: 'Parley · Go',
      body: 'And then?',
    },
  ]);
});

test('a person who wants no notifications gets none', async () => {
  const { chat, client, send, answer, shown, until } = await followedChat({ isFocused: false });
  await client.app.saveSettings({ notifications: 'off' });
  await send('Go');
  await until(() => shown.badges.length === 1);
  await chat.until(waits(1));
  await client.app.saveSettings({ notifications: 'on' });
  await answer(0, 'A');
  await until(() => shown.notifications.some(({ body }) => body === 'And then?'));
  expect(shown.notifications).toHaveLength(1);
});

test('nothing is shown any more once the host ends', async () => {
  const { chat, send, shown, ending } = await followedChat({ isFocused: false });
  ending.abort();
  await send('Go');
  await chat.until(waits(1));
  expect(shown).toEqual({ badges: [], tray: [], notifications: [], nothing: 0 });
});

test('a theme is applied from the start, when it changes, and not when another setting does', async () => {
  const { app, client } = await startChat([]);
  const applied: string[] = [];
  const arrived = Promise.withResolvers<void>();
  followTheme(
    app,
    (theme) => {
      applied.push(theme);
      if (theme === 'light') arrived.resolve();
    },
    new AbortController().signal,
  );
  expect(applied).toEqual(['system']);
  await client.app.saveSettings({ theme: 'dark' });
  await client.app.saveSettings({ density: 'compact' });
  await client.app.saveSettings({ theme: 'light' });
  await arrived.promise;
  expect(applied).toEqual(['system', 'dark', 'light']);
});

test('the start at login follows its setting, and is left alone where that was never on', async () => {
  const { app, client } = await startChat([]);
  const applied: boolean[] = [];
  const surface = createSurface(() => true);
  const apply = async (isOn: boolean) => {
    applied.push(isOn);
    surface.surface.onNothingWaits();
  };
  const ending = new AbortController();
  followStartAtLogin(app, apply, ending.signal);
  await client.app.saveSettings({ theme: 'dark' });
  await client.app.saveSettings({ startAtLogin: true });
  await surface.until(() => applied.length === 1);
  const again = new AbortController();
  followStartAtLogin(app, apply, again.signal);
  await surface.until(() => applied.length === 2);
  ending.abort();
  await client.app.saveSettings({ startAtLogin: false });
  await surface.until(() => applied.length === 3);
  again.abort();
  expect(applied).toEqual([true, true, false]);
});
