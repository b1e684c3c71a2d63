import { inShort } from './markdown.ts';
import type { Facts } from './folder-facts.ts';
import { isAboutReadme } from './wishes.ts';

/**
 * Returns the questions about a request: three drawn from the folder, two where the chat has had its first
 * plan already. The recommended option comes first.
 */
export function questionsFor(request: string, facts: Facts, isFirst: boolean): GuideQuestion[] {
  const questions = isAboutReadme(request)
    ? [readers(facts), sections(facts), existingReadme(facts)]
    : [focus(request), facts.files.length === 0 ? basics() : scope(facts), testing(facts)];
  return isFirst ? questions : questions.slice(0, 2);
}

function focus(request: string): GuideQuestion {
  return single('Focus', `What matters most for “${inShort(request, 80)}”?`, [
    option('Smallest step that works', 'Soonest useful, easy to change later'),
    option('Solid structure', 'Slower to begin, easier to build on'),
    option('Explore first', 'Compares two ways before deciding'),
  ]);
}

function scope({ topLevel, folders }: Facts): GuideQuestion {
  const named = topLevel
    .filter((path) => path.length <= 36 && path.trim().toLowerCase() !== 'other')
    .slice(0, 3);
  const rest = option('Anything needed', 'No part is off limits');
  const options = named.map((path) => option(path, partDescription(path, folders)));
  const missing = option('New files only', 'What is here stays as it is');
  return several(
    'Parts',
    'Which parts may the plan touch?',
    distinct([...options, rest, missing]).slice(0, 4),
  );
}

function partDescription(path: string, folders: readonly string[]): string {
  if (!path.endsWith('/')) return 'A single file';
  const inner = folders.filter((folder) => folder !== path && folder.startsWith(path)).length;
  return inner === 0
    ? 'Everything in this folder'
    : `Everything in it, with its ${inner} ${inner === 1 ? 'folder' : 'folders'}`;
}

function distinct(options: Option[]): Option[] {
  const labels = options.map(({ label }) => label.trim().toLowerCase());
  return options.filter((_, index) => labels.indexOf(labels[index] ?? '') === index);
}

function basics(): GuideQuestion {
  return several('Basics', 'The folder is empty. Which basics should the plan include?', [
    option('README', 'What it is and how to begin'),
    option('Tests', 'A first test, so that others follow'),
    option('Licence', 'Says what others may do with it'),
    option('Automatic checks', 'Runs the tests on every change'),
  ]);
}

function testing({ tests }: Facts): GuideQuestion {
  const [first] = tests;
  if (first !== undefined) {
    return single(
      'Tests',
      `There are tests here, such as ${inShort(first, 60)}. What should the plan do about tests?`,
      [
        option('Add tests', 'Each change comes with its own'),
        option('Keep them passing', 'Quicker; new behaviour stays untested'),
        option('Leave them aside', 'Only for a throw-away try'),
      ],
    );
  }
  return single('Tests', 'I found no tests. Should the plan add some?', [
    option('A few, first', 'They hold what must not break'),
    option('Later', 'Noted as a next step'),
    option('No tests', 'Quickest, and nothing guards the change'),
  ]);
}

function readers({ name }: Facts): GuideQuestion {
  const subject = name === null ? 'this project' : inShort(name, 40);
  return single('Readers', `Who should the README of ${subject} be written for?`, [
    option('People who use it', 'Starts with installing it and the smallest example'),
    option('Contributors', 'Starts with the layout of the code and how to run the tests'),
    option('Both equally', 'Longer; a short part for each'),
  ]);
}

function sections({ scripts, tests, folders }: Facts): GuideQuestion {
  const begin =
    scripts.length > 0 ? `With the scripts I found: ${scripts.slice(0, 3).join(', ')}` : 'How to begin';
  const layout = folders.length > 0 ? `A line for ${folders.slice(0, 3).join(', ')}` : 'A line for each file';
  const checks =
    tests.length > 0 ? 'How to run the tests that are here' : 'There are no tests yet; it would say so';
  return several('Sections', 'Which sections should it have?', [
    option('Quick start', begin),
    option('Usage example', 'One that can be copied and run'),
    option('Layout', layout),
    option('Tests', checks),
  ]);
}

function existingReadme({ readme }: Facts): GuideQuestion {
  if (readme !== null) {
    return single('Existing', `There is already a ${readme}. What should happen to it?`, [
      option('Keep and extend', 'Nothing is lost; the new sections are added'),
      option('Rewrite it', 'One voice throughout; the old text goes'),
      option('Start beside it', 'A new file, so that you can compare first'),
    ]);
  }
  return single('Length', 'There is no README yet. How long should the new one be?', [
    option('One screen', 'Read in a minute'),
    option('Two or three screens', 'Room for examples and explanations'),
    option('As long as needed', 'Complete, but slower to read and to keep true'),
  ]);
}

type Option = { label: string; description: string };

/** One question in the shape of `ask_user_question`. */
export type GuideQuestion = { question: string; header: string; multiSelect: boolean; options: Option[] };

/** Returns a question with one answer; its first option is the recommended one. */
function single(header: string, question: string, options: Option[]): GuideQuestion {
  return { question, header, multiSelect: false, options: recommendFirst(options) };
}

/** Returns a question with any number of answers; its first option is the recommended one. */
function several(header: string, question: string, options: Option[]): GuideQuestion {
  return { question, header, multiSelect: true, options: recommendFirst(options) };
}

function recommendFirst(options: Option[]): Option[] {
  return options.map((option, index) => {
    return index === 0 ? { ...option, label: `${option.label} (Recommended)` } : option;
  });
}

function option(label: string, description: string): Option {
  return { label, description: inShort(description, 190) };
}
