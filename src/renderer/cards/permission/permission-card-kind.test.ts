import { expect, test } from 'vitest';
import type { Permission, PermissionChoice } from '../../../shared/permissions/permission.ts';
import { permissionChoices } from '../../../shared/permissions/rule-decision.ts';
import { permissionId, toolCall } from '../../../../test/renderer/transcript-samples.ts';
import {
  canChangeLine,
  laidOut,
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
    askedBy: 'agent',
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
      pastCommands: () => Promise.resolve([]),
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

test('rules about a command are steps from its exact line on, and what opens hosts stays a choice by itself', () => {
  const refused = { hosts: ['example.com'], network: false, files: false };
  const asked = {
    subject: { ...subject, line: 'npm test --silent', refused },
    asker: 'Claude',
    folder: '/work',
  };
  const { steps, wider } = laidOut(permissionChoices(asked));
  expect(
    steps.map(({ match, here, everywhere }) => [match.words.join(' '), match.open, here.id, everywhere?.id]),
  ).toEqual([
    ['npm test --silent', false, 'always-1', 'always-anywhere'],
    ['npm test --silent', true, 'always-2', undefined],
    ['npm test', true, 'always-3', undefined],
  ]);
  expect(wider.map(({ id }) => id)).toEqual(['always-0']);
});

test.each(['sudo ls', 'a | b', 'rm -rf a'])('%s has no rule to be made', (line) => {
  const asked = { subject: { ...subject, line }, asker: 'Claude', folder: '/work' };
  expect(laidOut(permissionChoices(asked)).steps).toEqual([]);
});
