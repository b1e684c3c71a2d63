/** Returns the output of `AskUserQuestion --help`; in a chat it is also the tool's description for the model. */
export function helpFor(limits: Limits): string {
  return `AskUserQuestion - ask the person questions and wait for the answers

USAGE:
    AskUserQuestion [--terminal] [--asker NAME] '<json>'

ARGUMENTS:
    <json>          an object with the questions, in one word of the shell; its schema is below

OPTIONS:
    --terminal      ask in this terminal, not on a card of the running Parley
    --asker NAME    who asks, as the card says it
    --help          print this help
    In a chat the question is always on its card and asked by its agent, whatever these say.

JSON SCHEMA:
    {
      "questions": [                 // ${upTo(1, limits.questions)}
        {
          "question": string,        // ${upTo(1, limits.question)} characters, ends in a question mark
          "header": string,          // ${upTo(1, limits.header)} characters, unique; the key of the answer
          "options": [               // ${upTo(2, limits.options)}
            {
              "label": string,       // ${upTo(1, longestLabel)} characters, a few words
              "description": string  // ${upTo(1, longestDescription)} characters: what it means and costs
            }
          ],
          "multiSelect": boolean     // required; true when several can be picked
        }
      ]
    }

OUTPUT:
    {"answers":{"<header>":"<label>"}}              one pick
    {"answers":{"<header>":"<label1>, <label2>"}}   several
    {"answers":{"<header>":"Other (custom: <text>)"}}
    A skipped question is left out. Exit 0 answered, 1 refused, 2 declined or cancelled, 3 nobody can be asked.

ENVIRONMENT (as it is now):
    ASK_MAX_QUESTIONS=${limits.questions}          questions in a call
    ASK_MAX_OPTIONS=${limits.options}            options of a question
    ASK_HEADER_MAX_LENGTH=${limits.header}     characters of a header
    ASK_QUESTION_MAX_LENGTH=${limits.question}  characters of a question

${whenAndHow}`;
}

function upTo(least: number, most: number): string {
  return least === most ? `${most}` : `${least} to ${most}`;
}

const whenAndHow = `NOTES:
    - Other, for free text, is always offered; never send it as an option.
    - Put the option you recommend first, with "(Recommended)" in its label.
    - Put related questions into one call.

WHEN TO USE:
    - A decision, preference or requirement is the person's and changes what you do next.

WHEN NOT TO USE:
    - The person has said it, or the files say it.
    - A reasonable default will do, or the detail does not matter to the person.
    - To ask for permission for something else.

EXAMPLES:
    AskUserQuestion '{"questions":[{"question":"Which database?","header":"Database","options":[{"label":"SQLite (Recommended)","description":"One file, no server"},{"label":"PostgreSQL","description":"A server to run"}],"multiSelect":false}]}'
    # {"answers":{"Database":"SQLite (Recommended)"}}

    AskUserQuestion '{"questions":[{"question":"Which features?","header":"Features","options":[{"label":"Caching","description":"Faster, one more part"},{"label":"Logging","description":"JSON lines"}],"multiSelect":true}]}'
    # {"answers":{"Features":"Caching, Logging"}}`;

/** Tells a command's reader how to start Parley: as an installed command, or in the project's folder. */
export const notRunning =
  'Parley is not running. Start it with the command parley, or with npm start in its folder.';

export type Limits = { questions: number; options: number; header: number; question: number };

/** The most characters of an option's label and of its description. */
export const longestLabel = 50;
export const longestDescription = 200;

const variables = {
  questions: { name: 'ASK_MAX_QUESTIONS', usual: 4, least: 1 },
  options: { name: 'ASK_MAX_OPTIONS', usual: 4, least: 2 },
  header: { name: 'ASK_HEADER_MAX_LENGTH', usual: 12, least: 1 },
  question: { name: 'ASK_QUESTION_MAX_LENGTH', usual: 500, least: 1 },
};

/** Reads the limits of a call from the environment; returns a warning for each unusable value. */
export function limitsFrom(env: Readonly<Record<string, string | undefined>>): {
  limits: Limits;
  warnings: string[];
} {
  const warnings: string[] = [];
  const limit = (which: keyof Limits): number => {
    const { name, usual, least } = variables[which];
    const given = env[name]?.trim() ?? '';
    if (given === '') return usual;
    const value = /^\d{1,9}$/.test(given) ? Number(given) : 0;
    if (value >= least) return value;
    warnings.push(`Warning: ${name} must be a whole number of at least ${least}; using ${usual}`);
    return usual;
  };
  const limits = {
    questions: limit('questions'),
    options: limit('options'),
    header: limit('header'),
    question: limit('question'),
  };
  return { limits, warnings };
}
