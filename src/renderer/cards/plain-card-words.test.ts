import { expect, test } from 'vitest';
import { toolCall } from '../testing/transcript-samples.ts';
import { plainCardName, plainCardWords } from './plain-card-words.ts';
import { sentBy, toldTo } from './refused-call.ts';

const refused = (text: string, toolName = 'ask_user_question', input: unknown = {}) =>
  toolCall('a', toolName, { input, ask: null, result: { ok: false, text } });

const incomplete = refused('Invalid input for ask_user_question: questions: Required');
const wrongMode = refused('ask_user_question is available in plan mode only.');
const noTool = refused('There is no tool called ask.', 'ask');
const command = 'ls -la "$HOME"';
const notRun = refused('ls: command not found\nexit code: 127', 'shell', { command });
const broken = refused('Error: Validation failed\n- questions: Required\nexit code: 1', 'shell', { command });

test('one and several refused questions are told apart, whatever they were refused for', () => {
  expect(plainCardWords([incomplete])).toMatch(/^The agent's question was incomplete/);
  expect(plainCardWords([incomplete, incomplete])).toMatch(/^2 questions of the agent were incomplete/);
  expect(plainCardWords([wrongMode, wrongMode])).toMatch(/^This agent can ask in Plan mode only/);
  expect(plainCardWords([wrongMode, incomplete])).toMatch(/^2 questions of the agent could not be shown/);
  expect(plainCardWords([noTool])).toMatch(/in a way this chat does not offer/);
});

test('a command is no incomplete question, whether it was none to ask with or a wrong one', () => {
  expect(plainCardName([notRun])).toBe('A command that was not run');
  expect(plainCardWords([notRun])).toMatch(/^The agent wanted to run a command\. Commands never run here/);
  expect(plainCardWords([notRun, notRun])).toMatch(/^The agent wanted to run 2 commands/);
  expect(plainCardName([broken])).toBe('A question that could not be shown');
  expect(plainCardWords([broken])).toMatch(/^The agent's command for asking was refused/);
  expect(plainCardWords([broken, broken])).toMatch(/^2 commands for asking were refused/);
  expect(plainCardName([broken, notRun])).toBe('Questions that could not be shown');
  expect(plainCardWords([broken, notRun])).toMatch(/^2 commands of the agent came to nothing/);
});

test('the tool’s name is no word for a person', () => {
  expect(toldTo(incomplete)).toBe('questions: Required');
});

test('a command is shown as its line, anything else as it came', () => {
  expect(sentBy(notRun)).toBe(command);
  expect(sentBy(refused('', 'shell', { cmd: 1 }))).toBe('{\n  "cmd": 1\n}');
  expect(sentBy(refused('', 'ask', 'no JSON'))).toBe('no JSON');
});
