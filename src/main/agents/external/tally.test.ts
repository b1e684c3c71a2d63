import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Each thing that external agents do and a client has to get right, with the file and the name of the test that shows it. */
const tally: readonly [what: string, file: string, name: string][] = [
  [
    'Claude Code asks by pairs of fields',
    'external-agents',
    'an external agent asks on a question card, and goes on',
  ],
  [
    'Codex asks with a note beside each field',
    'vendors/vendors',
    'Codex hears a pick and what was written beside it',
  ],
  [
    'Codex asks for a secret',
    'vendors/vendors',
    'a secret that Codex asks for %s reaches it, and is kept masked',
  ],
  [
    'Kimi asks by choices alone',
    'vendors/vendors',
    'Kimi hears the value of a choice, and takes nothing beside it',
  ],
  ['Qwen Code asks by a permission', 'vendors/vendors', 'Qwen Code hears its answers beside the option'],
  ['Cursor asks by a request of its own', 'vendors/vendors', 'Cursor hears the ids of options'],
  [
    'Grok asks by a request of its own',
    'vendors/vendors',
    'Grok hears labels by the words of their question',
  ],
  [
    'any other form',
    'asking/agent-requests',
    'a form that is no question is filled in on the card of a form',
  ],
  ['an address to open', 'vendors/vendors', 'an address to open is shown on the card of a link'],
  ['a plan of Claude Code', 'asking/agent-requests', 'an edited plan is written where its agent keeps it'],
  ['a plan of Codex or Kimi', 'protocol-traps', 'a plan of %s with %s is decided by the agent’s own option'],
  [
    'a plan of Gemini CLI',
    'vendors/gemini',
    'a plan of Gemini CLI is read from the file that its title names',
  ],
  ['a plan of Cursor or Grok', 'vendors/vendors', 'a plan that comes by %s is sent back with the notes'],
  [
    'permission by options of its own',
    'external-agents',
    'an external agent asks for permission with its own options',
  ],
  [
    'OpenCode asks at its server',
    'vendors/opencode-client',
    'OpenCode asks with its own tool on a question card at its place, and hears picks and words',
  ],
  [
    'subagents of OpenCode ask for permission at its server',
    'vendors/opencode-permissions',
    'what a subagent of OpenCode wants to do comes as a card with its name, and goes on when it is allowed',
  ],
  [
    'injected tools that are not loaded',
    'session/injected-server',
    'an agent that does not load them is told of none, and its chat says so once',
  ],
  [
    'a folder in which nothing asks for trust',
    'session/injected-server',
    'Gemini CLI loads them in a folder in which nothing asks for trust, until something does',
  ],
  [
    'work between turns',
    'background-work',
    'one that works in the background goes on, and is ended a while after it said so',
  ],
  [
    'a key in place of a login',
    'sign-in/preset-keys',
    '%s is used with a key alone, entered where its turn stopped, and in the next chat without a word',
  ],
  [
    'the server of OpenCode does not open',
    'vendors/opencode-client',
    'where the server of OpenCode can’t be used (%s), it is started without',
  ],
  [
    'an agent that can’t ask',
    'session/injected-server',
    'an agent that can’t ask gets a tool for it, of the chat itself',
  ],
  [
    'no, because',
    'asking/agent-requests',
    'a refusal with a reason goes by the agent’s own option, and the reason follows',
  ],
  [
    'a message instead of an answer',
    'asking/agent-requests',
    'a message written instead of an answer ends the question',
  ],
  [
    'the agent gives a question up',
    'asking/agent-waits',
    'a permission that its agent gave up ends, and says by whom',
  ],
  [
    'the agent’s own time limit ends a question',
    'asking/agent-waits',
    'a question that its agent gave up ends, says by whom, and keeps what was written there',
  ],
  [
    'a plan’s file can’t be written',
    'asking/agent-requests',
    'an edited plan goes the way that its card said, also where its file could be written by then',
  ],
  [
    'only what is served is advertised',
    'protocol-traps',
    'an agent is told what Parley takes, and neither files nor terminals, which it does not serve',
  ],
  [
    'an address ends that nobody knows',
    'protocol-traps',
    'an opened address ends with its own end, also in a later turn, and not with one that nobody knows',
  ],
  [
    'options are listed as a whole',
    'session/options',
    'the options that an agent lists anew take the place of all before them',
  ],
  [
    'a message in the turn is told once',
    'steering',
    'a message within the turn is not told again with the next prompt',
  ],
  ['the agent decides by itself', 'session/options', 'a mode that the agent takes by itself shows'],
  ['sessions are lost in a restart', 'session/session-updates', 'after a restart a session is %s'],
  [
    'sessions of the agent’s own window',
    'session/earlier-sessions',
    'an earlier session opens with all that was said in it, and the next message goes on there',
  ],
  [
    'sessions of other folders are listed',
    'session/earlier-sessions',
    'sessions are listed page by page, those of the folder alone',
  ],
  [
    'an agent dies while it tells a session again',
    'session/opening-breaks-off',
    'of an agent that dies in the middle nothing is kept, and Resume opens the session whole',
  ],
  [
    'a listed session is gone',
    'session/opening-breaks-off',
    'a session that is gone says so, and the next message begins a new one',
  ],
  ['a request says less than its call', 'external-agents', 'about what it had shown before'],
  [
    'a request hides what it is about',
    'asking/permissions',
    'what can not be shown whole can not be allowed',
  ],
  ['a refused change vanishes', 'protocol-traps', 'a change stays on its card after a no'],
  ['a message comes into the turn', 'steering', 'a message reaches an agent that takes it within its turn'],
  ['output comes in many forms', 'session/session-updates', 'output that comes as %s is shown'],
  ['processes are left behind', 'agent-ends', 'nothing of the agent is left when Parley ends'],
  ['a stop with a permission open', 'protocol-traps', 'a stop answers a request for permission'],
  [
    'updates leave out and replace',
    'session/session-updates',
    'what an update leaves out stays, and what it lists is listed anew',
  ],
  ['the list of steps is replaced', 'protocol-traps', 'a list of steps takes the place of the one before it'],
  ['messages keep their order', 'protocol-traps', 'stands in the order of the wire'],
  [
    'unknown updates and content',
    'asking/agent-requests',
    'thoughts, steps, usage, changes and what nobody knows are all kept',
  ],
  ['unknown requests', 'vendors/vendors', 'a request that nobody knows is answered as unknown'],
  [
    'calls of subagents',
    'session/session-updates',
    'the calls of a subagent belong to the call that began it',
  ],
  ['ids are used again', 'session/session-updates', 'an id that is used again is another call'],
  ['messages without an end', 'agent-ends', 'an agent that never ends a message is ended, and says why'],
  ['print beside the messages', 'agent-ends', 'what an agent prints beside its messages is no harm'],
  [
    'a key is wanted as a variable',
    'sign-in/sign-in-keys',
    'with a key that was entered the agent is started anew, and the message that waited goes on',
  ],
  ['sign-in is missing', 'agent-ends', 'an agent that %s ends in plain words, and what was typed stays'],
];

/** The tests of a file that run, by name, each with its body. */
function testsIn(file: string): Map<string, string> {
  const text = readFileSync(join(import.meta.dirname, `${file}.test.ts`), 'utf8');
  const bodies = text.split(/^(?=test[.(])/m).slice(1);
  return new Map(bodies.map((body) => [nameOf(body), body]));
}

/** A test that is skipped, expected to fail or run alone has no name here. */
function nameOf(body: string): string {
  const begun = body.startsWith('test.each')
    ? /^\]\)\(\s*'(.*)',|^test\.each.*\)\(\s*'(.*)',/m
    : /^test\(\s*'(.*)',/;
  const [, one, other] = begun.exec(body) ?? [];
  return one ?? other ?? '';
}

test.each(tally)('%s has its test, which is one that runs and expects something', (_, file, name) => {
  const found = [...testsIn(file)].filter(([known]) => known.includes(name));
  expect(found).toHaveLength(1);
  const [[, body] = ['', '']] = found;
  expect(body).toMatch(/\b(expect(\.poll)?|until)\(/);
});
