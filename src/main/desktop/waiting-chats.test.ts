import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { waitingCount, waitingCountText } from '../../shared/workspace/waiting-count.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { startChat } from '../../../test/main/start-chat.ts';
import { quitQuestion, trayPicture, waitingOf } from './waiting-chats.ts';

test('a count is said in words', () => {
  expect(waitingCountText(1)).toBe('1 thing needs you');
  expect(waitingCountText(12)).toBe('12 things need you');
});

test('what waits is counted, not the chats that it waits in', () => {
  expect(waitingCount([{ waiting: 1 }, { waiting: 0 }, { waiting: 4 }])).toBe(5);
  expect(waitingCount([])).toBe(0);
});

test('every count has its picture for the tray, sharp ones too', () => {
  const folder = join(import.meta.dirname, '../../renderer/public/tray');
  for (let count = 1; count <= 20; count += 1) {
    const name = trayPicture(count);
    expect([name, existsSync(join(folder, name))]).toEqual([name, true]);
    expect(existsSync(join(folder, name.replace('.png', '@2x.png')))).toBe(true);
  }
});

test('the question before quitting names its buttons by their places', () => {
  const { buttons, keepButton, quitButton } = quitQuestion(2);
  expect([buttons[keepButton], buttons[quitButton]]).toEqual(['Keep Parley open', 'Quit']);
});

test('of the workspaces only those wait in which something does, the one that moved last first', async () => {
  const { workspace } = await startChat([]);
  const list: Workspace[] = [
    { ...workspace, name: 'older', waiting: 1, updatedAt: 1 },
    { ...workspace, name: 'quiet', waiting: 0, updatedAt: 3 },
    { ...workspace, name: 'newer', waiting: 2, updatedAt: 2 },
  ];
  expect(waitingOf(list).map(({ name }) => name)).toEqual(['newer', 'older']);
});
