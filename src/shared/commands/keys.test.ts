import { describe, expect, test } from 'vitest';
import { commands, keysOf, workspacePositions, workspaceCommand } from './command.ts';
import { ariaKeys, isPress, type KeyPress, keysText } from './keys.ts';

const press = (key: string, code: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  altGraph: false,
  ...more,
});
const ctrl = { ctrlKey: true };

describe('a press', () => {
  test('is told by all that is held, Ctrl here and Cmd on a Mac', () => {
    const both = press('O', 'KeyO', { ...ctrl, shiftKey: true });
    expect(isPress(both, 'Mod+Shift+O', false)).toBe(true);
    expect(isPress(both, 'Mod+Shift+O', true)).toBe(false);
    expect(isPress(both, 'Mod+O', false)).toBe(false);
    expect(isPress({ ...both, altKey: true }, 'Mod+Shift+O', false)).toBe(false);
    expect(isPress(press('k', 'KeyK', { metaKey: true }), 'Mod+K', true)).toBe(true);
    expect(isPress(press('k', 'KeyK'), 'Mod+K', false)).toBe(false);
  });

  test('follows the letter on the key, and its place where the key types none', () => {
    expect(isPress(press('a', 'KeyQ', ctrl), 'Mod+A', false)).toBe(true);
    expect(isPress(press('a', 'KeyQ', ctrl), 'Mod+Q', false)).toBe(false);
    expect(isPress(press('л', 'KeyK', ctrl), 'Mod+K', false)).toBe(true);
    expect(isPress(press('˜', 'KeyN', { metaKey: true, altKey: true }), 'Mod+Alt+N', true)).toBe(true);
  });

  test('finds a sign also where it needs Shift, and a digit where it types a sign', () => {
    expect(isPress(press('/', 'Digit7', { ...ctrl, shiftKey: true }), 'Mod+/', false)).toBe(true);
    expect(isPress(press('+', 'BracketRight', ctrl), 'Mod+=', false)).toBe(true);
    expect(isPress(press('+', 'Equal', { ...ctrl, shiftKey: true }), 'Mod+=', false)).toBe(true);
    expect(isPress(press('&', 'Digit1', ctrl), 'Mod+1', false)).toBe(true);
    expect(isPress(press('≥', 'Period', { metaKey: true, altKey: true }), 'Mod+Alt+.', true)).toBe(true);
  });

  test('with AltGr types a character and is no shortcut', () => {
    const altGr = { ...ctrl, altKey: true, altGraph: true };
    expect(isPress(press('ń', 'KeyN', altGr), 'Mod+Alt+N', false)).toBe(false);
  });
});

test('keys are written as each system writes them', () => {
  expect(keysText('Mod+Shift+O', false)).toBe('Ctrl+Shift+O');
  expect(keysText('Mod+Shift+O', true)).toBe('⇧⌘O');
  expect(keysText('Mod+Alt+1', false)).toBe('Ctrl+Alt+1');
  expect(ariaKeys('Mod+Shift+O', true)).toBe('Meta+Shift+O');
});

/** Keys that Chrome, Edge, Firefox or Safari handle themselves, and keep or are expected to handle. */
const browsersOwn =
  'Mod+N Mod+T Mod+W Mod+Q Mod+L Mod+R Mod+P Mod+F Mod+G Mod+H Mod+J Mod+D Mod+B Mod+U Mod+S Mod+O Mod+E Mod+, Mod+. Mod+= Mod+- Mod+0 Mod+Shift+A Mod+Shift+O Mod+Shift+N Mod+Shift+T Mod+Shift+B Mod+Shift+I Mod+Shift+J Mod+Shift+P Mod+Alt+I Mod+Alt+J Mod+Alt+U Mod+Alt+C Mod+Alt+B Mod+Alt+F Mod+Alt+L'.split(
    ' ',
  );

describe('the keys of the commands', () => {
  const ids = [...commands.map(({ id }) => id), ...workspacePositions.map(workspaceCommand)];

  test.each(['desktop', 'browser'] as const)('are each used once on the %s host', (host) => {
    const keys = ids.map((id) => keysOf(id, host)).filter((known) => known !== undefined);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('leave a browser its own', () => {
    const digits = workspacePositions.map((place) => `Mod+${place}`);
    // The browser's own search would find only what happens to be in the page.
    for (const id of ids.filter((known) => known !== 'find'))
      expect([...browsersOwn, ...digits]).not.toContain(keysOf(id, 'browser'));
  });

  test('all hold Ctrl or Cmd, so that nobody meets them while typing', () => {
    for (const id of ids) {
      for (const host of ['desktop', 'browser'] as const)
        expect(keysOf(id, host) ?? 'Mod+').toMatch(/^Mod\+/);
    }
  });
});
