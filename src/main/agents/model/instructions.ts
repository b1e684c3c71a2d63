import type { Mode } from '../../../shared/workspace/workspace.ts';

const common = (folder: string) =>
  `You work with a person on the folder ${folder}, in a chat window. Look at the files before you speak about them. Where the person writes @ and a path (in quotes when it has spaces), they mean that file of the folder: read it when it matters. Answer in Markdown, briefly and in plain words.`;

/**
 * The tools that the instructions name: for asking and for running commands, null where the request carries none,
 * and for changing files.
 */
type NamedTools = { asking: string | null; running: string | null; writing: readonly string[] };

const inMode: Record<Mode, (writing: readonly string[]) => string> = {
  plan: () =>
    'You are in plan mode: look, ask and plan; no file is changed. When you know enough, call propose_plan with a short title and the whole plan in Markdown: what will be done, in which files, and how it is checked, under headings. Do not write the plan into your text as well. The person reads it as a preview; then call resolve with action apply to ask for their approval. They approve it, send it back with notes (propose the revised plan then, whole again), or discard it. Once it is approved you are in exec mode and carry it out.',
  exec: (writing) =>
    `You are in exec mode: make changes with ${inWords(writing)}. Each shows the person a preview; nothing is written before it is applied. Stage what belongs together in one step.`,
};

const running = (tool: string | null) =>
  tool === null
    ? ''
    : ` To build, test or use a program, run it with ${tool}; the person allows each command first, so one that says what it does is better than a long one. Check with it what you changed, where the folder has a way to. Never use it to read or change files.`;

const asking = (how: string | null) =>
  how === null
    ? 'Questions to the person go into your text.'
    : `When a decision is the person's to make and changes what you do next, ask with ${how} instead of guessing; related questions go into one call. The person may also answer by writing a message; take that as it is.`;

/**
 * `text` is that of the instruction files, `git` the state of the repository, `skills` the list of skills, one a
 * line; each is empty for none.
 */
export type KnownOfFolder = { text: string; git: string; skills: string };

const ofFolder = ({ text, git, skills }: KnownOfFolder) =>
  `${git === '' ? '' : `\n\n${git}`}${
    skills === ''
      ? ''
      : `\n\nSkills tell how to do certain work. Before work that one of them is for, read it with read_skill and follow it; what the person writes counts before it. By name and what each is for:\n\n${skills}`
  }${
    text === ''
      ? ''
      : `\n\nFiles of the folder say how to work in it; where two differ, the later one counts, and what the person writes counts before both:\n\n${text}`
  }`;

export function instructionsFor(
  mode: Mode,
  folder: string,
  tools: NamedTools,
  known: KnownOfFolder = { text: '', git: '', skills: '' },
): string {
  return `${common(folder)}\n\n${inMode[mode](tools.writing)}${running(tools.running)} ${asking(tools.asking)}${ofFolder(known)}`;
}

function inWords(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
