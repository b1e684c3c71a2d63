import { expect, test } from 'vitest';
import type { Settings } from './settings.ts';
import { shouldNotify } from './should-notify.ts';

const settings: Settings = {
  theme: 'system',
  density: 'comfortable',
  textSize: 'normal',
  typeface: 'bundled',
  notifications: 'off',
  notifyFinished: 'off',
  notifyFailed: 'off',
  diffView: 'unified',
  askTimeout: 0,
  nameChats: true,
  ollamaWindow: 32_768,
  editor: null,
  startAtLogin: false,
  serversOff: {},
  serversForAgents: {},
  secondNames: {},
  askBeforeReading: false,
  commandVariables: [],
  hiddenFolders: {},
  foldedFolders: [],
  worktreeFolders: [],
  branchPrefix: 'parley/',
  setupLines: [],
};

test.each([
  ['on', true, true],
  ['on', false, true],
  ['unfocused', true, false],
  ['unfocused', false, true],
  ['off', true, false],
  ['off', false, false],
] as const)('%s, with a focused window: %s', (setting, focused, told) => {
  const about = (kind: 'needs-you' | 'finished' | 'failed', more: Partial<Settings>) =>
    shouldNotify({ ...settings, ...more }, { kind }, focused);
  expect(about('needs-you', { notifications: setting })).toBe(told);
  expect(about('finished', { notifyFinished: setting })).toBe(told);
  expect(about('failed', { notifyFailed: setting })).toBe(told);
  expect(about('failed', { notifyFinished: setting }), 'each kind has a setting of its own').toBe(false);
});
