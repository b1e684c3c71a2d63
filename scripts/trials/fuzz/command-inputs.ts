import fc from 'fast-check';
import { distorted } from './distorted.ts';
import { wellFormed } from './fuzz-dialects.ts';

/** A call of a command: `args` are its arguments, `text` is its standard input. */
export type CommandInput = {
  command: 'ask' | 'review' | 'AskUserQuestion';
  args: string[];
  env: Record<string, string>;
  text: string;
};

/** No process can be given such a character. */
const withoutNul = (text: string) => text.replaceAll('\u0000', '');

const anyText = fc.oneof(
  fc.string({ maxLength: 200, unit: 'binary' }).map(withoutNul),
  fc.constantFrom('', ' ', '-', '--', '-1', '1e99', 'NaN', '__proto__', '/', '../..', '"', '\n', '\ud800'),
);

/** Input of a command: questions that are nearly right, cut off, or nothing of the kind. */
const json = fc.oneof(
  { weight: 4, arbitrary: distorted(wellFormed).map((value) => withoutNul(JSON.stringify(value))) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...wellFormed), fc.nat(200))
      .map(([value, at]) => JSON.stringify(value).slice(0, at)),
  },
  { weight: 1, arbitrary: fc.nat(5_000).map((depth) => '['.repeat(depth)) },
  { weight: 1, arbitrary: anyText },
);

const limits = [
  'ASK_MAX_QUESTIONS',
  'ASK_MAX_OPTIONS',
  'ASK_HEADER_MAX_LENGTH',
  'ASK_QUESTION_MAX_LENGTH',
  'CLAUDECODE',
  'GEMINI_CLI',
];

const env = fc.dictionary(
  fc.constantFrom(...limits),
  fc.oneof(
    anyText,
    fc.integer().map(String),
    fc.constantFrom('0', '-0', '0x10', '1.5', '٣', '9'.repeat(400)),
  ),
  { maxKeys: 3 },
);

/** Without `--wait` and options that start Parley, which are valid and go on. */
const option = fc.oneof(
  fc.tuple(fc.constantFrom('--dialect', '--asker', '--title', '--workspace', '--data-dir'), anyText),
  fc.tuple(fc.constantFrom('--dialect'), fc.constantFrom('ask', 'ask_user', 'ask_user_question')),
  fc.tuple(fc.constantFrom('--timeout'), fc.oneof(anyText, fc.constantFrom('0', '-1', '1e9', '0.001'))),
  fc.constantFrom(['--json'], ['--nonsense'], ['--help'], ['--asker'], ['extra', 'words']),
  anyText.filter((text) => !text.startsWith('-')).map((text) => [text]),
);

const options = fc.oneof(
  { weight: 1, arbitrary: fc.constant<string[]>([]) },
  { weight: 2, arbitrary: fc.array(option, { maxLength: 3 }).map((all) => all.flat()) },
);

/** Calls of the commands by which agents and scripts ask. */
export const commandInputs: fc.Arbitrary<CommandInput> = fc.oneof(
  fc.record({ command: fc.constant('ask' as const), args: options, env, text: json }),
  fc.record({ command: fc.constant('review' as const), args: options, env, text: anyText }),
  fc.record({ more: options, env, text: json }).map(({ more, env: given, text }) => ({
    command: 'AskUserQuestion' as const,
    args: [...more.filter((word) => !['--terminal', '--help', '-h'].includes(word)), text],
    env: given,
    text: '',
  })),
);
