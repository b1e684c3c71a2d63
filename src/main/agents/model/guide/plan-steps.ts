import { codeInMarkdown, codesInMarkdown } from './answered-text.ts';
import type { Facts } from './folder-facts.ts';
import type { Topic } from './topic.ts';

/** Returns the steps of a plan; `chosen` is everything the person chose or the guide assumed. */
export function planSteps(topic: Topic, facts: Facts, chosen: string): string[] {
  return topic === 'readme' ? readmeSteps(facts, chosen) : generalSteps(topic, facts, chosen);
}

function readmeSteps({ readme, manifest, scripts, folders, tests }: Facts, chosen: string): string[] {
  const target = codeInMarkdown(
    chosen.includes('Start beside it') ? 'README.next.md' : (readme ?? 'README.md'),
  );
  const rewrites = readme === null || /Rewrite it|Start beside it/.test(chosen);
  const begin = rewrites ? `Write ${target}` : `Open ${target} and keep what is true`;
  const source = manifest === null ? '' : `, taking name and purpose from ${codeInMarkdown(manifest)}`;
  const commands = scripts
    .slice(0, 3)
    .map((name) => codeInMarkdown(`npm run ${name}`))
    .join(', ');
  return [
    `${begin}: one sentence that says what this is and for whom${source}.`,
    `Quick start, with commands that work as they stand${commands === '' ? '' : `: ${commands}`}.`,
    ...(chosen.includes('Usage example') ? ['One usage example that can be copied and run.'] : []),
    ...(chosen.includes('Layout') && folders.length > 0
      ? [`Layout: a line each for ${codesInMarkdown(folders)}.`]
      : []),
    ...(chosen.includes('Tests') && tests.length > 0
      ? [`How to run the tests in ${codesInMarkdown(tests.slice(0, 1))}.`]
      : []),
    `Read it once as a newcomer and take out what does not help${chosen.includes('One screen') ? ', until it fits one screen' : ''}.`,
  ];
}

const firstSteps: Record<Exclude<Topic, 'readme'>, string> = {
  tests: 'List the behaviour people rely on and pick the three cases that would hurt most.',
  docs: 'Write down the three questions a reader comes with, and where each is answered today.',
  fix: 'Reproduce the problem and write down the smallest way to see it.',
  tidy: 'Name what is hard to follow today, with the file and the reason.',
  general: 'Write down in two sentences what will be different when this is done.',
};

function generalSteps(topic: Exclude<Topic, 'readme'>, facts: Facts, chosen: string): string[] {
  const touched = facts.topLevel.filter((path) => chosen.includes(path));
  const places = touched.length > 0 ? touched : facts.topLevel.slice(0, 3);
  const where =
    places.length > 0
      ? `Read ${codesInMarkdown(places)} and mark what this touches.`
      : 'Create the first file, with one purpose.';
  const basics = ['README', 'Licence', 'Automatic checks'].filter(
    (basic) => facts.files.length === 0 && chosen.includes(basic),
  );
  const noTests = chosen.includes('No tests') || chosen.includes('Leave them aside');
  const tests =
    facts.tests.length > 0 ? `beside ${codesInMarkdown(facts.tests.slice(0, 1))}` : 'in a new test file';
  return [
    firstSteps[topic],
    where,
    ...basics.map((basic) => `Add: ${basic}.`),
    'Make the change in small steps, each of which works on its own.',
    noTests ? 'Try it by hand, and note what was tried.' : `Add or update tests ${tests}, and run them all.`,
    `Say in ${codeInMarkdown(facts.readme ?? 'README.md')} what is new, if people will notice it.`,
  ];
}
