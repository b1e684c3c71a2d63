import { inShort } from './answered-text.ts';
import type { Facts, Kind } from './folder-facts.ts';
import { type GuideQuestion, type Option, option, several, single } from './guide-question.ts';

/** Returns the questions about a README: who reads it, what it has, and what becomes of one that is there. */
export function readmeQuestions(facts: Facts): GuideQuestion[] {
  return [readers(facts), sections(facts), existingReadme(facts)];
}

const readerOptions: Record<Kind, Option> = {
  'command-line tool': option('People who run it', 'Starts with installing it and the first command'),
  'web app': option('People who use the app', 'Starts with opening it and what it does for them'),
  library: option('People who import it', 'Starts with installing it and the smallest example'),
  project: option('Newcomers', 'Starts with what this is and how to begin'),
};

function readers({ kind, name }: Facts): GuideQuestion {
  const subject = name === null ? `this ${kind}` : inShort(name, 40);
  return single('Readers', `Who should the README of ${subject} be written for?`, [
    readerOptions[kind],
    option('Contributors', 'Starts with the layout of the code and how to run the tests'),
    option('Both equally', 'Longer; a short part for each'),
  ]);
}

function sections({ scripts, tests, folders, languages }: Facts): GuideQuestion {
  const begin =
    scripts.length > 0 ? `With the scripts I found: ${scripts.slice(0, 3).join(', ')}` : 'How to begin';
  const [language = 'code'] = languages;
  const layout = folders.length > 0 ? `A line for ${folders.slice(0, 3).join(', ')}` : 'A line for each file';
  const checks =
    tests.length > 0 ? 'How to run the tests that are here' : 'There are no tests yet; it would say so';
  return several('Sections', 'Which sections should it have?', [
    option('Quick start', begin),
    option('Usage example', `A short example in ${language}`),
    option('Layout', layout),
    option('Tests', checks),
  ]);
}

function existingReadme({ readme, readmeLines, license }: Facts): GuideQuestion {
  if (readme !== null) {
    const size = readmeLines === null ? '' : ` of ${readmeLines} ${readmeLines === 1 ? 'line' : 'lines'}`;
    return single('Existing', `There is already a ${readme}${size}. What should happen to it?`, [
      option('Keep and extend', 'Nothing is lost; the new sections are added'),
      option('Rewrite it', 'One voice throughout; the old text goes'),
      option('Start beside it', 'A new file, so that you can compare first'),
    ]);
  }
  const found = license === null ? 'No licence file is here yet' : `Names ${license} at the end`;
  return single('Length', 'There is no README yet. How long should the new one be?', [
    option('One screen', `Read in a minute. ${found}`),
    option('Two or three screens', 'Room for examples and explanations'),
    option('As long as needed', 'Complete, but slower to read and to keep true'),
  ]);
}
