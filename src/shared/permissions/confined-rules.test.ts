import { expect, it } from 'vitest';
import { ruleIdSchema } from '../ids.ts';
import type { CommandSubject } from './permission.ts';
import { decideByRules, permissionChoices } from './rule-decision.ts';
import type { PermissionRule, RuleDraft } from './permission-rule.ts';

const folder = '/work/tiny';
const install = (more: Partial<CommandSubject> = {}): CommandSubject => ({
  type: 'command',
  line: 'npm install',
  folder,
  confined: true,
  ...more,
});
const asked = (subject: CommandSubject) => ({ subject, asker: 'Claude', folder });

let count = 0;
const ruleOf = (draft: RuleDraft): PermissionRule => ({
  ...draft,
  id: ruleIdSchema.parse(`r${(count += 1)}`),
  createdAt: 1,
  uses: 0,
  lastUsedAt: null,
});
const about = (confined: boolean, hosts?: string[]) =>
  ruleOf({
    effect: 'allow',
    asker: null,
    folder,
    match: { type: 'command', words: ['npm', 'install'], open: false, confined, ...(hosts && { hosts }) },
  });

it('lets a confined command reach the hosts that its rules have together, and no other runs by them', () => {
  const rules = [
    about(true, ['a.example.com']),
    about(true),
    about(true, ['b.example.com', 'a.example.com']),
  ];
  expect(decideByRules(rules, asked(install()))).toEqual({
    rule: rules[2],
    argv: ['npm', 'install'],
    hosts: ['a.example.com', 'b.example.com'],
  });
  expect(decideByRules(rules, asked(install({ confined: false })))).toBeUndefined();
});

it('runs one without confinement by a rule that was made for that', () => {
  const [confined, free] = [about(true, ['a.example.com']), about(false)];
  expect(decideByRules([confined, free], asked(install()))).toEqual({
    rule: free,
    argv: ['npm', 'install'],
    unconfined: true,
  });
  expect(decideByRules([free], asked(install({ confined: false })))).toEqual({
    rule: free,
    argv: ['npm', 'install'],
  });
});

it('offers the hosts that were refused as the narrowest rule, but none of this machine', () => {
  const hosts = ['registry.npmjs.org', '127.0.0.1', 'localhost', 'box.local', '[::1]', '2130706433'];
  const subject = install({
    confined: false,
    refused: { hosts, network: true, files: false },
    hosts: ['known.example.com'],
  });
  const [once, ...others] = permissionChoices(asked(subject));
  expect(once).toEqual({ id: 'once', meaning: 'once', words: 'Run without confinement' });
  const matches = others.flatMap(({ rule }) => (rule?.effect === 'allow' ? [rule.match] : []));
  expect(matches[0]).toMatchObject({ confined: true, hosts: ['known.example.com', 'registry.npmjs.org'] });
  expect(matches.slice(1).every((match) => match.type === 'command' && !match.confined)).toBe(true);
  expect(others.find(({ id }) => id === 'never')?.rule?.match).not.toHaveProperty('hosts');
});

it('offers no hosts where none was refused by its name', () => {
  const subject = install({ confined: false, refused: { hosts: [], network: true, files: true } });
  const matches = permissionChoices(asked(subject)).flatMap(({ rule }) => rule?.match ?? []);
  expect(matches.some((match) => 'hosts' in match)).toBe(false);
});

it('makes rules about a server’s tool for a folder only, for folders name their servers themselves', () => {
  const subject = {
    type: 'mcp' as const,
    server: 'tracker',
    tool: 'list',
    input: {},
    annotations: {},
  };
  const places = permissionChoices({ subject, asker: 'Claude', folder }).flatMap(({ rule }) =>
    rule?.effect === 'allow' ? [rule.folder] : [],
  );
  expect(places).toEqual([folder]);
  const match = { type: 'mcp' as const, server: 'tracker', tool: 'list' };
  const anywhere = { asker: null, folder: null, match };
  const decide = (effect: 'allow' | 'deny') =>
    decideByRules([ruleOf({ effect, ...anywhere })], { subject, asker: 'Claude', folder });
  expect([decide('allow'), decide('deny')?.rule.effect]).toEqual([undefined, 'deny']);
});
