import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { quitQuestion, trayPicture, waitingWords } from './waiting.ts';

test('a count is said in words', () => {
  expect(waitingWords(1)).toBe('1 chat needs you');
  expect(waitingWords(12)).toBe('12 chats need you');
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
