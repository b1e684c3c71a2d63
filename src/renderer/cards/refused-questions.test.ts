import { expect, test } from 'vitest';
import type { Refusal } from '../../shared/transcript/transcript.ts';
import { questionCall } from '../../../test/renderer/transcript-samples.ts';
import { refusedQuestionsName, refusedQuestionsText, sentBy, toldTo } from './refused-questions.tsx';

const refused = (refusal: Refusal, text = 'No.', input: unknown = {}) =>
  questionCall('a', 'ask_user_question', { input, result: { ok: false, text, refusal } });

const refusedCommand = (refusal: Refusal, input: unknown = { command }) =>
  questionCall('a', 'shell', { kind: 'command', input, result: { ok: false, text: 'No.', refusal } });

const incomplete = refused('incomplete', 'Invalid input for ask_user_question: questions: Required');
const wrongMode = refused('mode');
const noTool = refused('no-tool');
const command = 'ls -la "$HOME"';
const notRun = refusedCommand('not-run');
const broken = refusedCommand('command');

test('one and several refused questions are told apart, whatever they were refused for', () => {
  expect(refusedQuestionsText([incomplete])).toMatch(/^The agent’s question was incomplete/);
  expect(refusedQuestionsText([incomplete, incomplete])).toMatch(
    /^2 of the agent’s questions were incomplete/,
  );
  expect(refusedQuestionsText([wrongMode, wrongMode])).toMatch(/^This agent can only ask in Plan mode/);
  expect(refusedQuestionsText([wrongMode, incomplete])).toMatch(
    /^2 of the agent’s questions could not be shown/,
  );
  expect(refusedQuestionsText([noTool])).toMatch(/in a way that this chat doesn’t offer/);
});

test('a command is no incomplete question, whether it was none to ask with or a wrong one', () => {
  expect(refusedQuestionsName([notRun])).toBe('A command that was not run');
  expect(refusedQuestionsText([notRun])).toMatch(/^The agent tried to run a command, but none run here/);
  expect(refusedQuestionsText([notRun, notRun])).toMatch(/^The agent tried to run 2 commands/);
  expect(refusedQuestionsName([broken])).toBe('A question that could not be shown');
  expect(refusedQuestionsText([broken])).toMatch(/^The agent’s command for asking was refused/);
  expect(refusedQuestionsText([broken, broken])).toMatch(/^2 commands for asking were refused/);
  expect(refusedQuestionsName([broken, notRun])).toBe('Questions that could not be shown');
  expect(refusedQuestionsText([broken, notRun])).toMatch(/^2 of the agent’s commands did nothing/);
});

test('a call that ended before it asked, but was not refused, reads as one that was sent wrong', () => {
  const result = { ok: false, text: 'Interrupted' };
  expect(refusedQuestionsText([questionCall('a', 'ask', { result })])).toBe(
    refusedQuestionsText([incomplete]),
  );
  const cut = questionCall('a', 'shell', { kind: 'command', result });
  expect(refusedQuestionsText([cut])).toBe(refusedQuestionsText([broken]));
});

test('the tool’s name is no word for a person', () => {
  expect(toldTo(incomplete)).toBe('questions: Required');
});

test('a command is shown as its line, anything else as it came', () => {
  expect(sentBy(notRun)).toBe(command);
  expect(sentBy(refusedCommand('command', { cmd: 1 }))).toBe('{\n  "cmd": 1\n}');
  expect(sentBy(refused('incomplete', '', 'no JSON'))).toBe('no JSON');
});
