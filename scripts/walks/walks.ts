import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chooseMode } from '../../e2e/support/asking.ts';
import { button, cards, composer, send, untilSaid } from '../../e2e/support/chat.ts';
import { answer, ask, question, say } from '../../e2e/support/provider.ts';
import { edit, preview, rename, wish } from '../../e2e/support/previews.ts';
import { onStage, type Stage } from './stage.ts';

const questions = { questions: [question('Which database?', 'Database', 'SQLite', 'PostgreSQL')] };

/** A reply that waits until it is let go. */
function held(reply: ReturnType<typeof answer>) {
  const { promise: after, resolve: release } = Promise.withResolvers<void>();
  return { reply: { ...reply, after }, release };
}

/** A turn that has begun, its request at the provider. */
async function begun({ page, provider }: Stage, ...replies: ReturnType<typeof answer>[]) {
  const [first, ...rest] = replies;
  const { reply, release } = held(first ?? say('Well.'));
  provider.reply(reply, ...rest);
  const index = provider.requests.length;
  await send(page, 'Go');
  await provider.request(index);
  return { release, next: index + 1 };
}

async function waitingCard(stage: Stage) {
  const { release, next } = await begun(stage, answer(ask('ask-1', questions)));
  release();
  const card = cards(stage.page).last();
  await button(card, 'Submit answers').waitFor();
  return { card, next };
}

type Journey = { name: string; play(stage: Stage): Promise<Set<string>> };

/** Has everything loaded that a journey needs: what runs while a script loads tells nothing. */
async function warmUp(stage: Stage): Promise<void> {
  const { page, provider } = stage;
  const { card } = await waitingCard(stage);
  provider.reply(say('Warm.'));
  await send(page, 'Let us see');
  await untilSaid(page, 'Warm.');
  await card.getByText('Answered in chat').first().waitFor();
  await chooseMode(page, 'Edit');
  const { release } = await begun(
    stage,
    answer(edit('edit-0', 'src/main.js', 'parse.js', 'parser.js')),
    wish('Why not', 'resolve-0'),
    say('Written.'),
  );
  release();
  await button(preview(page, 'Edit src/main.js'), 'Discard').click();
  await button(preview(page, 'Edit src/main.js'), 'Discard changes').click();
  await untilSaid(page, 'Written.');
  await chooseMode(page, 'Plan');
}

/** The agent is asked, looks at the folder, and says a word. */
const nothing: Journey['play'] = async (stage) => {
  await stage.ran();
  const look = answer({ type: 'tool_use', id: 'look-1', name: 'list_files', input: {} });
  const { release } = await begun(stage, look, say('Fine.'));
  release();
  await untilSaid(stage.page, 'Fine.');
  return stage.ran();
};

const journeys: readonly Journey[] = [
  {
    name: 'a question from its tool call to its card',
    async play(stage) {
      const { release } = await begun(stage, answer(ask('ask-1', questions)));
      await stage.ran();
      release();
      await button(cards(stage.page).last(), 'Submit answers').waitFor();
      return stage.ran();
    },
  },
  {
    name: 'an answer to the next request',
    async play(stage) {
      const { card, next } = await waitingCard(stage);
      await card.getByRole('radio', { name: 'SQLite', exact: true }).click();
      await stage.ran();
      await button(card, 'Submit answers').click();
      await stage.provider.request(next);
      return stage.ran();
    },
  },
  {
    name: 'a typed reply to the next request',
    async play(stage) {
      const { next } = await waitingCard(stage);
      await composer(stage.page).fill('Neither');
      await stage.ran();
      await composer(stage.page).press('Enter');
      await stage.provider.request(next);
      return stage.ran();
    },
  },
  {
    name: 'an edit from its tool call to disk',
    async play(stage) {
      const { page, workspaceDir } = stage;
      await chooseMode(page, 'Edit');
      const { release } = await begun(stage, answer(rename), wish());
      await stage.ran();
      release();
      await button(preview(page), 'Apply').click();
      await button(preview(page), 'Undo').waitFor();
      const written = await readFile(join(workspaceDir, 'package.json'), 'utf8');
      if (!written.includes('small-parser')) throw new Error('The edit is not on disk.');
      return stage.ran();
    },
  },
];

/*
 * Prints how many files a newcomer opens who follows a behaviour through the code: those of which a
 * function runs in a journey, less those that run in a turn in which nothing of the kind happens.
 * `--files` names them.
 */
const { values } = parseArgs({ options: { files: { type: 'boolean' } } });
const warm = (play: Journey['play']) =>
  onStage(async (stage) => {
    await warmUp(stage);
    return play(stage);
  });
const idle = await warm(nothing);
const walks: Record<string, number | string[]> = {};
for (const { name, play } of journeys) {
  const files = [...(await warm(play))].filter((file) => !idle.has(file)).toSorted();
  walks[name] = values.files === true ? files : files.length;
}
process.stdout.write(`${JSON.stringify(walks, null, 2)}\n`);
