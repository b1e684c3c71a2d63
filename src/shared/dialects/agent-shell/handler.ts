import { answerText } from '../../questions/answers.ts';
import type { Question, Reply } from '../../questions/questions.ts';
import type { AskEnding } from '../dialect.ts';
import { declinedText, replyAsAnswer, replyOf, withMarks } from '../ask-text.ts';
import { type CommandResult, ends, readArgument } from './argument.ts';
import { type CommandInput, type CommandOutput, checkInput } from './command-input.ts';
import { limitsFrom, notRunning } from './help.ts';

/** Who puts questions to the person: the card, or a terminal. */
export interface Prompter {
  ask(questions: readonly Question[]): Promise<AskEnding>;
}

/** Questions that a call's arguments ask, or the result it ends with before anybody is asked. */
export type ReadCommand = { type: 'ask'; questions: Question[] } | { type: 'done'; result: CommandResult };

export type AskUserQuestionHandler = ReturnType<typeof createAskUserQuestionHandler>;

/** The command AskUserQuestion: parse, validate, ask, format. Limits come from the environment. */
export function createAskUserQuestionHandler(env: Readonly<Record<string, string | undefined>>) {
  const inForce = limitsFrom(env);
  const { limits, warnings } = inForce;
  const finish = (exitCode: number, stdout: string, ...complaints: string[]) =>
    ends(exitCode, stdout, [...warnings, ...complaints]);

  function read(args: readonly string[]): ReadCommand {
    const argument = readArgument(args, inForce);
    if (argument.type === 'done') return argument;
    const checked = checkInput(argument.value, limits);
    if (checked.ok) return { type: 'ask', questions: checked.input.questions.map(toQuestion) };
    return { type: 'done', result: finish(1, '', 'Error: Validation failed', ...checked.problems) };
  }

  function format(questions: readonly Question[], ending: AskEnding): CommandResult {
    switch (ending.type) {
      case 'answered':
      case 'supplied':
        return finish(0, answersText(questions, ending.replies));
      case 'replied':
        return finish(0, answersText(questions, replyAsAnswer(questions, ending.text).replies));
      case 'declined':
        return finish(2, '', declinedText(ending.reason));
      case 'cancelled':
        return finish(2, '', ending.reason);
      case 'nobody':
        return finish(3, '', `Error: ${ending.why ?? nobody}`);
    }
  }

  return {
    read,
    format,
    /** The whole command; `args` are its words without its name. */
    async execute(args: readonly string[], prompter: Prompter): Promise<CommandResult> {
      const call = read(args);
      return call.type === 'done' ? call.result : format(call.questions, await prompter.ask(call.questions));
    },
  };
}

const nobody = `Nobody can be asked. ${notRunning} Or run this in a terminal.`;

function toQuestion(entry: CommandInput['questions'][number]): Question {
  const { question: prompt, header, options, multiSelect: multiple } = entry;
  return { id: header, prompt, header, kind: 'choice', options, multiple };
}

function answersText(questions: readonly Question[], replies: readonly Reply[]): string {
  const pairs = questions.flatMap((question): [string, string][] => {
    const reply = replyOf(question, replies);
    const value = reply === undefined ? '' : valueOf(question, reply);
    return value === '' ? [] : [[question.header ?? question.id, value]];
  });
  const output: CommandOutput = { answers: Object.fromEntries(pairs) };
  return JSON.stringify(output);
}

function valueOf(question: Question, reply: Reply): string {
  const answer =
    reply.status === 'answered' ? answerText(question, reply, (own) => `Other (custom: ${own})`) : '';
  return withMarks(answer, reply);
}
