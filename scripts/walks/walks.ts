import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright';
import { chooseMode } from '../../e2e/support/asking.ts';
import { button, cards, composer, conversation, send, untilIdle, untilSaid } from '../../e2e/support/chat.ts';
import { answer, ask, question, say } from '../../e2e/support/provider.ts';
import { edit, preview, rename, wish } from '../../e2e/support/previews.ts';
import { onStage, type Ran, type Stage } from './stage.ts';

type Reply = ReturnType<typeof answer>;

const questions = { questions: [question('Which database?', 'Database', 'SQLite', 'PostgreSQL')] };

/** A reply that waits until it is let go. */
function held(reply: Reply) {
  const { promise: after, resolve: release } = Promise.withResolvers<void>();
  return { reply: { ...reply, after }, release };
}

/** A turn whose request is at the provider: the first reply waits to be let go, the last until then. */
async function begun({ page, provider }: Stage, first: Reply, ...rest: Reply[]) {
  const [begin, end] = [held(first), held(say('Done.'))];
  provider.reply(begin.reply, ...rest, end.reply);
  const index = provider.requests.length;
  await send(page, 'Go');
  await provider.request(index);
  // The message has left the queue, whose end would be counted otherwise.
  await conversation(page).getByText('Go', { exact: true }).last().waitFor();
  await page.getByRole('region', { name: /^In the queue/ }).waitFor({ state: 'detached' });
  return { release: begin.release, end: end.release, next: index + 1 };
}

async function waitingCard(stage: Stage, id: string) {
  const turn = await begun(stage, answer(ask(id, questions)));
  turn.release();
  const card = cards(stage.page).last();
  await button(card, 'Submit answers').waitFor();
  return { card, ...turn };
}

/** Waits for the card of an ended question: it may be shown before the agent's next request or after it. */
const untilSettled = (page: Page) => cards(page).last().and(page.locator('[data-state=settled]')).waitFor();

type Journey = { name: string; play(stage: Stage): Promise<Ran> };

/** Has everything loaded that a journey needs: what runs while a script loads tells nothing. */
async function warmUp(stage: Stage): Promise<void> {
  const { page } = stage;
  const answered = await waitingCard(stage, 'ask-answered');
  await answered.card.getByRole('radio', { name: 'SQLite', exact: true }).click();
  await button(answered.card, 'Submit answers').click();
  await untilSettled(page);
  answered.end();
  await untilIdle(page);
  const replied = await waitingCard(stage, 'ask-replied');
  await composer(page).fill('Neither');
  await composer(page).press('Enter');
  await untilSettled(page);
  replied.end();
  await untilIdle(page);
  await chooseMode(page, 'Edit');
  const edited = await begun(
    stage,
    answer(edit('edit-0', 'package.json', '"0.3.0"', '"0.4.0"')),
    wish('Why not', 'resolve-0'),
  );
  edited.release();
  await button(preview(page), 'Apply').click();
  await button(preview(page), 'Undo').waitFor();
  edited.end();
  await untilIdle(page);
  const queued = await begun(stage, say('Wait'));
  await composer(page).fill('And this');
  await composer(page).press('Enter');
  await page.getByRole('region', { name: /^In the queue/ }).waitFor();
  queued.release();
  queued.end();
  await untilIdle(page);
  // Its cards would be shown anew in each journey.
  await button(page, 'New chat').click();
  await preview(page).waitFor({ state: 'detached' });
  await composer(page).waitFor();
}

/** A page that is loaded, where the agent looks at the folder and says a word, in either mode. */
async function nothing(stage: Stage): Promise<Ran> {
  const { page } = stage;
  await stage.ran();
  await page.reload();
  for (const mode of ['Plan', 'Edit'] as const) {
    await chooseMode(page, mode);
    const look = answer({ type: 'tool_use', id: `look-${mode}`, name: 'list_files', input: {} });
    const { release, end } = await begun(stage, look);
    release();
    end();
    await untilSaid(page, 'Done.');
  }
  return stage.ran();
}

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
      const { card, next } = await waitingCard(stage, 'ask-1');
      await card.getByRole('radio', { name: 'SQLite', exact: true }).click();
      await stage.ran();
      await button(card, 'Submit answers').click();
      await stage.provider.request(next);
      await untilSettled(stage.page);
      return stage.ran();
    },
  },
  {
    name: 'a typed reply to the next request',
    async play(stage) {
      const { next } = await waitingCard(stage, 'ask-1');
      await composer(stage.page).fill('Neither');
      await stage.ran();
      await composer(stage.page).press('Enter');
      await stage.provider.request(next);
      await untilSettled(stage.page);
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
      const card = preview(page).last();
      await button(card, 'Apply').click();
      await button(card, 'Undo').waitFor();
      const written = await readFile(join(workspaceDir, 'package.json'), 'utf8');
      if (!written.includes('small-parser')) throw new Error('The edit is not on disk.');
      return stage.ran();
    },
  },
];

/*
 * Prints how many files a newcomer opens who follows a behaviour through the code: those of which a
 * function runs in a journey, less the common ground, which is what runs while any page is loaded, shows
 * a chat and its composer, and the agent lists files and says a word, once in each mode. Nothing of a
 * question, a preview or an edit is subtracted, nor is what a turn ends with counted.
 * `--files` names them.
 */
const { values } = parseArgs({ options: { files: { type: 'boolean' } } });
const { files: common } = await onStage(nothing);
const walks: Record<string, number | string[]> = {};
for (const { name, play } of journeys) {
  const { files: ran, loaded } = await onStage(async (stage) => {
    await warmUp(stage);
    return play(stage);
  });
  if (loaded.length > 0) throw new Error(`Loaded in the midst of ${name}: ${loaded.join(', ')}`);
  const files = [...ran].filter((file) => !common.has(file)).toSorted();
  walks[name] = values.files === true ? files : files.length;
}
process.stdout.write(`${JSON.stringify(walks, null, 2)}\n`);
