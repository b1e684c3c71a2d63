import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failureOf, outcomeOf } from '../../../shared/previews/preview-state.ts';
import { serversChat } from '../../../../test/main/mcp-servers/servers-chat.ts';
import { toolParts, untilWorkspace, watchChat } from '../../../../test/main/test-app.ts';

/** A tool of a few lines; what its body does has `input` and `context`. */
const toolOf = (name: string, body: string, more = '') =>
  `import { appendFileSync, writeSync } from 'node:fs';
export default { name: '${name}', description: 'Tries', parameters: { type: 'object' }, ${more}
  execute(input, context) { ${body} } };\n`;

/** A chat on a trusted folder with tools. */
async function toolChat(tools: Record<string, string>, options: { toolLimit?: number } = {}) {
  const chat = await serversChat({}, options);
  const put = (name: string, text: string) => {
    mkdirSync(join(chat.folder, '.parley/tools'), { recursive: true });
    writeFileSync(join(chat.folder, '.parley/tools', name), text);
  };
  for (const [name, text] of Object.entries(tools)) put(`${name}.mjs`, text);
  await chat.trusts();
  return {
    ...chat,
    put,
    async allowed(name: string, input: unknown = {}) {
      await chat.calls(name, input);
      await chat.asked();
      await chat.answers('once');
    },
    idle: () => untilWorkspace(chat.client(), chat.workspaceId, ({ turn }) => turn.status !== 'working'),
    read: (name: string) => readFileSync(join(chat.folder, name), 'utf8'),
    has: (name: string) => existsSync(join(chat.folder, name)),
  };
}

const pushes = (more = '') =>
  `context.pushPendingAction({ label: 'Send it', preview: { markdown: 'To **all**' },
    apply: (reason, extra) => { appendFileSync(context.folder + '/sent', 'x'); ${more} return 'Sent.'; },
    reject: (reason) => 'Kept: ' + reason });`;

test('a tool asks for each call, with its input, and its result is what the model reads', async () => {
  const chat = await toolChat({ greet: toolOf('greet', "return 'Hello ' + input.who;") });
  await chat.calls('greet', { who: 'wren' });
  expect(await chat.asked()).toMatchObject({ type: 'other', title: 'Run greet' });
  await chat.answers('once');
  expect(await chat.result()).toMatchObject({ ok: true, text: 'Hello wren' });
  await chat.calls('greet', { who: 'owl' });
  await chat.asked();
  await chat.answers('no');
  expect(await chat.result()).toMatchObject({ ok: false, text: 'The user denied this.' });
});

test('input that came as text of JSON is read as the list that the tool wants, on the card as in the call', async () => {
  const labels = "parameters: { type: 'object', properties: { labels: { type: 'array' } } },";
  const chat = await toolChat({ join: toolOf('join', "return input.labels.join('+');", labels) });
  await chat.calls('join', { labels: '["a", "b"]' });
  expect(JSON.stringify(await chat.asked())).toContain('\\"labels\\": [\\n');
  await chat.answers('once');
  expect(await chat.result()).toMatchObject({ ok: true, text: 'a+b' });
});

test('in a folder that is not trusted no tool is offered and none runs', async () => {
  const chat = await serversChat({});
  mkdirSync(join(chat.folder, '.parley/tools'), { recursive: true });
  writeFileSync(
    join(chat.folder, '.parley/tools/evil.mjs'),
    `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(join(chat.folder, 'ran'))}, '');`,
  );
  await chat.calls('evil', {});
  expect((await chat.result()).text).toBe('There is no tool called evil.');
  expect(existsSync(join(chat.folder, 'ran'))).toBe(false);
});

test('a tool that is changed after the folder was trusted is gone until the person trusts it again', async () => {
  const chat = await toolChat({ greet: toolOf('greet', "return 'one';") });
  await chat.allowed('greet');
  expect((await chat.result()).text).toBe('one');
  chat.put('greet.mjs', toolOf('greet', "return 'two';"));
  await chat.calls('greet', {});
  expect((await chat.result()).text).toBe('There is no tool called greet.');
  await chat.idle();
  await chat.trusts();
  await chat.allowed('greet');
  expect((await chat.result()).text).toBe('two');
});

test('a tool that dies, or writes nonsense, costs its call and the next call runs', async () => {
  const chat = await toolChat({
    dies: toolOf('dies', 'process.exit(3);'),
    nonsense: toolOf('nonsense', "writeSync(3, 'no json\\n'); return new Promise(() => {});"),
    throws: toolOf('throws', "throw new Error('It is Monday');"),
    greet: toolOf('greet', "return 'Hello';"),
  });
  await chat.allowed('dies');
  expect((await chat.result()).text).toBe(
    'dies did not finish. Its process ended (exit code 3). Nobody knows how far it came.',
  );
  await chat.allowed('nonsense');
  expect((await chat.result()).text).toContain('It sent a message that can’t be read.');
  await chat.allowed('throws');
  expect((await chat.result()).text).toBe('throws failed: It is Monday');
  await chat.allowed('greet');
  expect((await chat.result()).text).toBe('Hello');
});

test('each tool is listed with how it stands: not loaded, ready, not offered, or lost with its last call', async () => {
  const pushed = "context.pushPendingAction({ label: '', preview: {} });";
  const chat = await toolChat({
    broken: 'export default 1;',
    greet: toolOf('greet', "return 'Hello';", 'readOnly: true,'),
    named: toolOf('no__name', ''),
    pushes: toolOf('pushes', `if (input.bad) { ${pushed} return new Promise(() => undefined); }`),
  });
  const listed = async () => {
    const tools = await chat.client().workspace.readCustomTools({ workspaceId: chat.workspaceId });
    return new Map(tools.map(({ file, tool, problem }) => [file, { name: tool?.name, problem }]));
  };
  const unknown = { name: undefined, problem: null };
  const [broken, greet, named, pushes] = ['broken', 'greet', 'named', 'pushes'].map((name) => `${name}.mjs`);
  expect([...(await listed()).values()]).toEqual([unknown, unknown, unknown, unknown]);
  await chat.allowed('greet');
  await chat.result();
  const notOffered = (text: string) => ({ type: 'not-offered', text });
  expect(await listed()).toEqual(
    new Map([
      [broken, { name: undefined, problem: notOffered('It exports no tool by default.') }],
      [greet, { name: 'greet', problem: null }],
      [named, { name: 'no__name', problem: notOffered('“no__name” is not a valid name for a tool.') }],
      [pushes, { name: 'pushes', problem: null }],
    ]),
  );
  await chat.allowed('pushes', { bad: true });
  const text =
    'It pushed something that is not a preview. A preview has a label of up to 200 characters, and Markdown or files.';
  expect((await chat.result()).text).toContain(text);
  expect((await listed()).get('pushes.mjs')?.problem).toEqual({ type: 'lost', text });
  await chat.allowed('pushes');
  expect((await chat.result()).ok).toBe(true);
  expect((await listed()).get('pushes.mjs')?.problem).toBeNull();
  chat.put('greet.mjs', toolOf('greet', "return 'Bye';"));
  await chat.trusts();
  expect((await listed()).get('greet.mjs')).toEqual(unknown);
});

test('a tool that hangs ends with Stop, also in a loop that hears nothing, and by its time limit', async () => {
  const hangs = { hangs: toolOf('hangs', "appendFileSync(context.folder + '/began', ''); for (;;);") };
  const bound = await toolChat(hangs, { toolLimit: 300 });
  await bound.allowed('hangs');
  expect((await bound.result()).text).toContain('It took longer than 0.3 seconds and was ended.');
  const stopped = await toolChat(hangs);
  await stopped.allowed('hangs');
  await expect.poll(() => stopped.has('began')).toBe(true);
  await stopped.stop();
  expect(await stopped.result()).toMatchObject({ ok: false, text: 'Interrupted' });
});

test('a result of 10 MB is cut for the model', async () => {
  const chat = await toolChat({ big: toolOf('big', "return 'x'.repeat(10_000_000);") });
  await chat.allowed('big');
  const { text } = await chat.result();
  expect(text.length).toBeLessThan(201_000);
  expect(text).toContain('characters left out');
});

test('a tool with the name of one of Parley’s own is not offered, which its list and the log say, and the own one runs', async () => {
  const chat = await toolChat({ own: toolOf('list_files', "return 'taken over';") });
  await chat.calls('list_files', {});
  expect((await chat.result()).text).not.toContain('taken over');
  expect(chat.offered().filter((name) => name === 'list_files')).toHaveLength(1);
  const [own] = await chat.client().workspace.readCustomTools({ workspaceId: chat.workspaceId });
  const text = 'Parley already has a tool called list_files.';
  expect(own?.problem).toEqual({ type: 'not-offered', text });
  expect(readFileSync(join(chat.dataDir, 'parley.log'), 'utf8')).toContain(text);
});

test('in Plan mode only a tool that calls itself read-only is offered', async () => {
  const chat = await toolChat({
    looks: toolOf('looks', "return 'x';", 'readOnly: true,'),
    acts: toolOf('acts', "return 'x';"),
  });
  await chat.client().workspace.setMode({ workspaceId: chat.workspaceId, mode: 'plan' });
  await chat.calls('acts', {});
  expect((await chat.result()).text).toContain('no tool called acts');
  expect(chat.offered()).toContain('looks');
});

test('what a tool pushes waits for the person, whose yes runs its apply once and whose no its reject', async () => {
  const chat = await toolChat({ send: toolOf('send', pushes()) });
  await chat.allowed('send');
  expect((await chat.result()).text).toBe('Preview: Send it. Nothing is applied yet.');
  await chat.idle();
  const { preview } = await chat.staged();
  expect(preview).toEqual({ type: 'custom', tool: 'send', markdown: 'To **all**', applies: true });
  expect(chat.has('sent')).toBe(false);
  await Promise.all([chat.decides({ type: 'apply' }), chat.decides({ type: 'apply' })]);
  await chat.staged(({ state }) => outcomeOf(state)?.type === 'applied');
  expect(chat.read('sent')).toBe('x');
  await chat.allowed('send');
  await chat.idle();
  await chat.decides({ type: 'discard', reason: 'Too early' });
  await chat.staged(({ state }) => outcomeOf(state)?.type === 'discarded');
  expect(chat.read('sent')).toBe('x');
  const { entries } = await chat.client().ledger.search({ query: '', kind: 'custom' });
  expect(entries.map(({ tool }) => tool)).toEqual(['send', 'send']);
});

test('an apply gets what the model said with its resolve, and what it throws is told as a failure to apply', async () => {
  const noted = "appendFileSync(context.folder + '/given', JSON.stringify([reason, extra]));";
  const chat = await toolChat({ send: toolOf('send', pushes(`${noted} throw new Error('It is Monday');`)) });
  await chat.allowed('send');
  await chat.idle();
  const { id: actionId, fingerprint } = await chat.staged();
  await chat.calls('resolve', { action: 'apply', reason: 'All agree', extra: { to: ['all'] } });
  const about = { workspaceId: chat.workspaceId, actionId, fingerprint };
  await chat.client().workspace.decidePreview({ ...about, decision: { type: 'apply' } });
  expect(await chat.result()).toEqual({ ok: false, text: 'Apply failed: It is Monday' });
  expect(JSON.parse(chat.read('given'))).toEqual(['All agree', { to: ['all'] }]);
});

test('an apply that dies leaves the preview open, and says so', async () => {
  const chat = await toolChat({ send: toolOf('send', pushes('process.exit(1);')) });
  await chat.allowed('send');
  await chat.idle();
  await chat.decides({ type: 'apply' });
  const { state } = await chat.staged((action) => failureOf(action.state) !== null);
  expect(failureOf(state)?.text).toContain('Nobody knows how far it came.');
});

test('a restart keeps a preview, whose tool is gone then, and never applies it', async () => {
  const chat = await toolChat({ send: toolOf('send', pushes()) });
  await chat.allowed('send');
  await chat.idle();
  await chat.restart();
  await chat.decides({ type: 'apply' });
  const { state } = await chat.staged((action) => failureOf(action.state) !== null);
  expect(failureOf(state)?.text).toContain('no longer runs');
  expect(chat.has('sent')).toBe(false);
  await chat.decides({ type: 'discard' });
  await chat.staged((action) => outcomeOf(action.state)?.type === 'discarded');
});

test('files that a tool would change are written by Parley, and never from another text than there is', async () => {
  const body = (before: string) =>
    `context.pushPendingAction({ label: 'Shout', preview: { files: [{ path: 'a.txt', before: '${before}', after: 'HI' }] } });`;
  const chat = await toolChat({ shout: toolOf('shout', body('hi')), wrong: toolOf('wrong', body('other')) });
  writeFileSync(join(chat.folder, 'a.txt'), 'hi');
  await chat.allowed('wrong');
  expect((await chat.result()).text).toBe('a.txt is not what the tool says it was. Nothing was staged.');
  await chat.allowed('shout');
  await chat.idle();
  expect((await chat.staged()).preview.type).toBe('edit');
  expect(chat.read('a.txt')).toBe('hi');
  await chat.decides({ type: 'apply' });
  await chat.staged(({ state }) => outcomeOf(state)?.type === 'applied');
  expect(chat.read('a.txt')).toBe('HI');
});

test('what a tool’s own apply writes is under a waiting change of the same file at once', async () => {
  const files = `{ files: [{ path: 'a.txt', before: 'hi', after: 'HI' }] }`;
  const chat = await toolChat({
    shout: toolOf('shout', `context.pushPendingAction({ label: 'Shout', preview: ${files} });`),
    send: toolOf('send', pushes("appendFileSync(context.folder + '/a.txt', '!');")),
  });
  writeFileSync(join(chat.folder, 'a.txt'), 'hi');
  await chat.allowed('shout');
  await chat.idle();
  const shout = await chat.staged();
  await chat.allowed('send');
  await chat.idle();
  await chat.decides({ type: 'apply' });
  const watched = await watchChat(chat.client(), chat.workspaceId);
  await watched.until((now) =>
    toolParts(now).some(
      ({ action }) =>
        action?.id === shout.id &&
        action.preview.type === 'edit' &&
        action.preview.files[0]?.conflicts !== undefined,
    ),
  );
  expect(chat.read('a.txt')).toBe('hi!');
});

test('the example of the docs does what it says, as it stands', async () => {
  const chat = await serversChat({});
  mkdirSync(join(chat.folder, '.parley/tools'), { recursive: true });
  cpSync('docs/examples/release-note.mjs', join(chat.folder, '.parley/tools/release-note.mjs'));
  await chat.trusts();
  await chat.calls('release_note', { version: '1.2', text: 'Faster' });
  await chat.asked();
  await chat.answers('once');
  await untilWorkspace(chat.client(), chat.workspaceId, ({ turn }) => turn.status !== 'working');
  await chat.decides({ type: 'apply' });
  await chat.staged(({ state }) => outcomeOf(state)?.type === 'applied');
  expect(readFileSync(join(chat.folder, 'RELEASES.md'), 'utf8')).toBe('- **1.2** Faster\n');
});
