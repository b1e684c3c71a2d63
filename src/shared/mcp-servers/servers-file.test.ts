import { expect, test } from 'vitest';
import { fillVariables, parseServersFile, variablesOf } from './servers-file.ts';

test('servers of the usual shape are read, by a command or by an address', () => {
  const text = JSON.stringify({
    mcpServers: {
      files: { command: 'npx', args: ['-y', 'server', '${HOME}/a'], env: { LEVEL: '${LEVEL:-info}' } },
      far: { type: 'http', url: 'https://example.com/mcp', headers: { Authorization: 'Bearer ${TOKEN}' } },
      off: { command: 'no', disabled: true },
    },
  });
  const { servers, problems } = parseServersFile(`\uFEFF${text}`);
  expect(problems).toEqual([]);
  expect(servers.map(({ name, reach }) => [name, reach.type, variablesOf(reach)])).toEqual([
    ['files', 'command', ['LEVEL', 'HOME']],
    ['far', 'address', ['Authorization', 'TOKEN']],
  ]);
});

test.each<[string, object, object]>([
  ['Gemini CLI', { httpUrl: 'https://a.example/mcp', timeout: 5 }, { url: 'https://a.example/mcp' }],
  ['Windsurf', { serverUrl: 'https://a.example/mcp' }, { url: 'https://a.example/mcp' }],
  ['LangChain', { url: 'https://a.example/sse', transport: 'SSE' }, { transport: 'sse' }],
  ['Cline', { url: 'https://a.example/sse', transportType: 'sse' }, { transport: 'sse' }],
  ['Roo Code', { url: 'https://a.example/mcp', type: 'streamable-http' }, { transport: undefined }],
])('an entry of %s is read by its own names', (_, entry, reach) => {
  const { servers, problems } = parseServersFile(JSON.stringify({ mcpServers: { a: entry } }));
  expect(problems).toEqual([]);
  expect(servers).toMatchObject([{ name: 'a', reach: { type: 'address', ...reach } }]);
});

test('a broken file says in which line, and a broken entry which one; the others stay', () => {
  expect(parseServersFile('{\n  "mcpServers": {\n    "a": }\n}').problems).toEqual([
    { name: null, problem: 'Line 3: it is not JSON.' },
  ]);
  expect(parseServersFile('{\n "mcpServers":').problems[0]?.problem).toBe('Line 2: it is not JSON.');
  expect(parseServersFile('{"servers": {}}').problems[0]?.problem).toContain('"mcpServers"');
  const { servers, problems } = parseServersFile(
    '{"mcpServers":{"a":{"command":"x","args":"y"},"b":{},"c":{"command":"z"},"d":1}}',
  );
  expect(servers.map(({ name }) => name)).toEqual(['c']);
  expect(problems.map(({ name }) => name)).toEqual(['a', 'b', 'd']);
});

test('variables are filled in, with what stands behind :- where there is none, and the missing ones named', () => {
  const valueOf = (name: string) => ({ HOME: '/home/a' })[name];
  expect(fillVariables('${HOME}/b ${LEVEL:-info} $HOME', valueOf)).toEqual({
    text: '/home/a/b info $HOME',
    missing: [],
  });
  expect(fillVariables('${TOKEN}', valueOf)).toEqual({ text: '', missing: ['TOKEN'] });
});

test.each(['Parley', 'parley', ' P a r l e y', 'Parley guide', 'pаrlеy', 'ParIey', 'ΡARLEΥ'])(
  'no server may be called %j, which could pass for Parley',
  (name) => {
    const { servers, problems } = parseServersFile(
      JSON.stringify({ mcpServers: { [name]: { command: 'x' } } }),
    );
    expect(servers).toEqual([]);
    expect(problems).toEqual([{ name, problem: 'No server may be called Parley. Give it another name.' }]);
  },
);
