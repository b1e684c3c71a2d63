import { describe, expect, test } from 'vitest';
import { neutralNames, displayedAsker } from './displayed-asker.ts';

const named = (name: string, more: { title?: string; version?: string } = {}) =>
  displayedAsker({ name, ...more }, neutralNames.mcp);

test.each([
  ['claude-code', 'Claude Code'],
  ['codex-mcp-client', 'Codex'],
  ['gemini-cli-mcp-client', 'Gemini CLI'],
  ['opencode', 'OpenCode'],
  ['cursor-vscode', 'Cursor'],
  ['Visual Studio Code', 'Visual Studio Code'],
  ['Visual-Studio-Code', 'Visual Studio Code'],
  ['Visual Studio Code - Insiders', 'Visual Studio Code Insiders'],
  ['Zed', 'Zed'],
  ['Roo Code', 'Roo Code'],
  ['claude-code (via mcp-remote 0.1.29)', 'Claude Code'],
])('a client that greets as %j is called %s', (name, proper) => {
  expect(named(name, { title: 'Another', version: '1.2.3' })).toEqual({ name: proper, version: '1.2.3' });
});

test('any other is called by its title, or else as it calls itself', () => {
  expect(named('acme-mcp', { title: 'Acme Agent' })).toEqual({ name: 'Acme Agent' });
  expect(named('acme-mcp', { title: ' \u200b' })).toEqual({ name: 'acme-mcp' });
});

test('one that gives no name that can be seen has the neutral one', () => {
  for (const name of ['', '  ', '\u200b', '\u3164', '\u202e'])
    expect(named(name, { version: '1' })).toEqual({ name: 'An MCP client' });
  expect(displayedAsker({ name: '\u2800' }, neutralNames.command)).toEqual({ name: 'A command' });
});

describe('nobody is called Parley', () => {
  test.each([
    'Parley',
    'parley',
    ' P A R L E Y ',
    'Parley guide',
    'The Parley agent',
    'par\u200bley',
    'p\u00adarley',
    'pаrlеy', // Cyrillic а and е
    'ΡARLEΥ', // Greek Ρ and Υ
    'ParIey',
    'Par1ey',
    'Pàrléy',
    'Ｐａｒｌｅｙ',
    '𝐏𝐚𝐫𝐥𝐞𝐲',
    'ᴘᴀʀʟᴇʏ',
    'Ⓟⓐⓡⓛⓔⓨ',
    '🅿🅰🆁🅻🅴🆈',
    'P.a.r-l_e/y',
    'ᏢᎪᎡᏞᎬᎩ',
  ])('not as %j', (name) => {
    expect(named(name, { version: '1' })).toEqual({ name: 'An MCP client' });
    expect(named('acme', { title: name })).toEqual({ name: 'An MCP client' });
  });

  test('nor with the version as the rest of it', () => {
    expect(named('Par', { version: 'ley 2' })).toEqual({ name: 'Par' });
    expect(named('acme', { version: 'Parley' })).toEqual({ name: 'acme' });
  });

  test.each(['Paris', 'party planner', 'barley', 'release script', 'Harper'])('%j is a name', (name) => {
    expect(named(name)).toEqual({ name });
  });
});

test('what would not be seen stands as its code, on one line', () => {
  expect(named('a\u202eb\n\tc', { version: '1\u2066' })).toEqual({
    name: 'a<U+202E>b c',
    version: '1<U+2066>',
  });
});

test('a name of any length is cut between characters', () => {
  const { name } = named('👩‍👩‍👧'.repeat(1_000), { version: '9'.repeat(10_000) });
  expect(name.length).toBeLessThanOrEqual(100);
  expect(name).toMatch(/^(👩‍👩‍👧)+…$/u);
  expect(named('x', { version: '9'.repeat(10_000) }).version?.length).toBeLessThanOrEqual(50);
  expect(named('\u200bx'.repeat(1_000)).name.length).toBeLessThanOrEqual(100);
});
