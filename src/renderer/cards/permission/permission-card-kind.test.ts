import { expect, test } from 'vitest';
import type { Permission, PermissionChoice } from '../../../shared/permissions/permission.ts';
import { permissionId, toolCall } from '../../../../test/renderer/transcript-samples.ts';
import {
  canChangeLine,
  permissionCardKind,
  type PermissionCardState,
  withCommand,
} from './permission-card-kind.ts';

const subject = { type: 'command' as const, line: 'npm test', folder: '/work', confined: false };
const yes: PermissionChoice = { id: 'yes', meaning: 'once', words: 'Yes', external: true };
const no: PermissionChoice = { id: 'no', meaning: 'no' };

test('only a command that Parley runs can be changed before it runs', () => {
  expect(canChangeLine({ subject, choices: [{ id: 'once', meaning: 'once' }, no] })).toBe(true);
  expect(canChangeLine({ subject, choices: [yes, no] })).toBe(false);
  expect(canChangeLine({ subject: { type: 'fetch', url: 'https://a.example' }, choices: [no] })).toBe(false);
});

test.each([
  ['nothing was entered', '', 'Run this instead:\nnpm test'],
  ['a reason was entered', 'Too slow.', 'Too slow.\n\nRun this instead:\nnpm test'],
  ['the command is in it already', 'Not npm test.', 'Not npm test.'],
])('a suggested command goes into the reason where %s', (_, reason, suggested) => {
  expect(withCommand(reason, { subject })).toBe(suggested);
});

test('a command that was changed counts as unseen once it is again what was asked for', () => {
  const permission: Permission = {
    id: permissionId('p'),
    subject,
    asker: 'Claude',
    folder: '/work',
    reason: null,
    choices: [{ id: 'once', meaning: 'once' }, no],
    openedAt: 1,
    settlement: null,
    result: null,
    draft: { reason: '', note: '', line: 'ls' },
  };
  const part = { ...toolCall('c', 'run_command'), permission };
  let state: PermissionCardState = permissionCardKind.initial(part);
  const intents = permissionCardKind.intents({
    part,
    calls: {
      answer: () => Promise.reject(new Error('Nothing is answered here.')),
      save: () => undefined,
    },
    read: () => state,
    write: (change) => void (state = { ...state, ...change }),
    save: () => undefined,
    send: () => Promise.resolve(),
    sendLater: () => undefined,
    undo: () => undefined,
    sendNow: () => undefined,
  });
  intents.noteInSight();
  expect(state).toMatchObject({ line: 'ls', wasInSight: true });
  intents.keepLine();
  expect(state).toMatchObject({ line: null, wasInSight: false });
});
