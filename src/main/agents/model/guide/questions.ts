import type { Facts } from './folder-facts.ts';
import { inShort } from './answered-text.ts';
import { type GuideQuestion, type Option, option, several, single } from './guide-question.ts';
import { readmeQuestions } from './readme-questions.ts';
import { type Topic, topicOf } from './topic.ts';

/**
 * Returns the questions about a request: three drawn from the folder, two where the chat has had its first
 * plan already. The recommended option comes first.
 */
export function questionsFor(request: string, facts: Facts, isFirst: boolean): GuideQuestion[] {
  const topic = topicOf(request);
  const questions = topic === 'readme' ? readmeQuestions(facts) : changeQuestions(topic, request, facts);
  return isFirst ? questions : questions.slice(0, 2);
}

/** Returns the questions about any other change: its aim, the parts it may touch, and its tests. */
function changeQuestions(topic: Exclude<Topic, 'readme'>, request: string, facts: Facts): GuideQuestion[] {
  const parts = facts.files.length === 0 ? basics() : scope(facts);
  return [focus(topic, request), parts, testing(facts)];
}

const aims: Record<Exclude<Topic, 'readme'>, string> = {
  tests: 'Which tests should come first?',
  docs: 'What should the documentation do first?',
  fix: 'What matters most in the fix?',
  tidy: 'What should the tidying achieve first?',
  general: 'What matters most for',
};

function focus(topic: Exclude<Topic, 'readme'>, request: string): GuideQuestion {
  const aim = topic === 'general' ? `${aims.general} “${inShort(request, 80)}”?` : aims[topic];
  return single('Focus', aim, focusOptions[topic]);
}

const focusOptions: Record<Exclude<Topic, 'readme'>, Option[]> = {
  tests: [
    option('What people rely on', 'The behaviour that would be noticed first if it broke'),
    option('Recent changes', 'Where new mistakes are most likely'),
    option('Widest coverage', 'Many small tests; takes the longest'),
  ],
  docs: [
    option('Get people started', 'A first success within five minutes'),
    option('Explain how it works', 'For those who will change it'),
    option('Complete reference', 'Every option once; the most to keep true'),
  ],
  fix: [
    option('Find the cause first', 'A failing test before the change; takes longer'),
    option('Smallest change', 'Quick and easy to review; may treat only the symptom'),
    option('Prevent it for good', 'Also changes what made the mistake possible'),
  ],
  tidy: [
    option('Easier to read', 'Names and structure; behaviour stays as it is'),
    option('Smaller files', 'Split by what each part is about'),
    option('Less repetition', 'One place for each rule; touches more files'),
  ],
  general: [
    option('Smallest step that works', 'Soonest useful, easy to change later'),
    option('Solid structure', 'Slower to begin, easier to build on'),
    option('Explore first', 'Compares two ways before deciding'),
  ],
};

function scope({ topLevel, folders }: Facts): GuideQuestion {
  const named = topLevel
    .filter((path) => path.length <= 36 && path.trim().toLowerCase() !== 'other')
    .slice(0, 3);
  const rest = option('Anything needed', 'No part is off limits');
  const options = named.map((path) => option(path, placeDescription(path, folders)));
  const missing = option('New files only', 'What is here stays as it is');
  return several(
    'Parts',
    'Which parts may the plan touch?',
    distinct([...options, rest, missing]).slice(0, 4),
  );
}

function placeDescription(path: string, folders: readonly string[]): string {
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
