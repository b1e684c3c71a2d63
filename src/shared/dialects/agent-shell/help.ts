import { type Limits, longestDescription, longestLabel } from './limits.ts';

/** Returns the output of `AskUserQuestion --help`; in a chat it is also the tool's description for the model. */
export function helpFor(limits: Limits): string {
  return `AskUserQuestion - ask the person questions and wait for the answers

USAGE:
    AskUserQuestion [--terminal] [--asker NAME] '<json>'

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
