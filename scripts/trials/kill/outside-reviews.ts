import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startCommand } from '../../../e2e/support/command.ts';
import type { Stage } from '../stage.ts';
import { decidedIn, type Stored } from '../stored.ts';
import { wordsIn } from './busy-person.ts';

/** A review that a command waits for; `read` is what it printed in the end. */
type Review = { title: string; ended: Promise<void>; leave: () => void; read: string | undefined };

/** Faults found in the reviews. */
type Faults = {
  /** Askers that did not hear what was decided. */
  unansweredAskers: number;
  /** Askers that read something other than what was decided, or ended before it was. */
  toldWrongly: number;
  /** Reviews with more than one card: an asker that came back was not recognised. */
  askedTwice: number;
};

/**
 * Somebody outside the chat who has one plan after the other reviewed by `parley review --wait`. Each
 * command waits through every end of the host, and comes back to its card.
 */
export class OutsideReviews {
  readonly #place: Pick<Stage, 'dataDir' | 'workspaceDir'>;
  readonly #reviews: Review[] = [];
  readonly #unanswered = new Set<Review>();

  constructor(place: Pick<Stage, 'dataDir' | 'workspaceDir'>) {
    this.#place = place;
  }

  /** True while a command waits for its review. */
  get isWaiting(): boolean {
    return this.#reviews.some(({ read }) => read === undefined);
  }

  /** Asks for the next review, unless one is waited for. */
  async ask(): Promise<void> {
    if (this.isWaiting) return;
    const title = `Review ${this.#reviews.length + 1}`;
    const file = join(this.#place.dataDir, 'review.md');
    await writeFile(file, `# ${title}\n\n1. Do it.\n`);
    const args = ['review', '--wait', '--title', title, file];
    const { child, ended } = startCommand(this.#place, 'parley.js', args);
    const leave = () => void child.kill();
    const review: Review = { title, ended: ended.then(noteRead), leave, read: undefined };
    function noteRead({ stdout, stderr }: { stdout: string; stderr: string }): void {
      review.read = stdout + stderr;
      process.off('exit', leave);
    }
    process.once('exit', leave);
    this.#reviews.push(review);
  }

  /** Waits until the askers have read what was decided; `inTime` decides whether they did so in time. */
  async checkAnswered(stored: Stored, inTime: (work: Promise<boolean>) => Promise<boolean>): Promise<void> {
    const decided = new Set(cardsIn(stored).flatMap(({ label, words }) => (words === '' ? [] : [label])));
    for (const review of this.#reviews) {
      if (!decided.has(review.title) || this.#unanswered.has(review)) continue;
      if (!(await inTime(review.ended.then(() => true)))) this.#unanswered.add(review);
    }
  }

  /** Those who wait for a review go; nobody decided about it. */
  async leave(): Promise<void> {
    for (const { leave } of this.#reviews) leave();
    await Promise.all(this.#reviews.map(({ ended }) => ended));
  }

  /** Number of those who asked and have read what was decided; to be read before those who wait leave. */
  get told(): number {
    return this.#reviews.filter(({ read }) => read !== undefined).length;
  }

  /** Its state in a database whose host is gone; to be called before those who wait leave. */
  figures(stored: Stored): { told: number; faults: Faults } {
    const cards = cardsIn(stored);
    const told = this.#reviews.filter(({ read }) => read !== undefined);
    const faults = {
      unansweredAskers: this.#unanswered.size,
      toldWrongly: told.filter(({ title, read = '' }) => {
        const card = cards.find(({ label }) => label === title);
        return card === undefined || card.words === '' || wordsIn(read).join() !== card.words;
      }).length,
      askedTwice: this.#reviews.filter(({ title }) => cards.filter(({ label }) => label === title).length > 1)
        .length,
    };
    return { told: told.length, faults };
  }
}

/** The card of every review, with the words of the decision about it. */
function cardsIn(stored: Stored): { label: string; words: string }[] {
  return [...stored.actions().values()].flatMap((action) =>
    action.asker === undefined
      ? []
      : [{ label: action.label, words: wordsIn(decidedIn(action)?.words ?? '').join() }],
  );
}
