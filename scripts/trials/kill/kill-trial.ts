import { setTimeout as wait } from 'node:timers/promises';
import type { Transcript } from '../../../src/shared/transcript/transcript.ts';
import { Acknowledged } from '../acknowledged.ts';
import { AgentStatus } from '../agent-status.ts';
import { orphanedCalls } from '../orphans.ts';
import { inTime } from '../patience.ts';
import { oneOf } from '../random.ts';
import { Person, waitingCalls, waitingPreviews } from '../person.ts';
import type { Stage } from '../stage.ts';
import { decidedIn, Stored } from '../stored.ts';
import { openWindow, type TrialWindow } from '../../../test/main/http/trial-window.ts';
import { BusyPerson, wordsIn } from './busy-person.ts';
import { Fields } from './fields.ts';
import { Hand } from './hand.ts';
import { live } from './life.ts';
import { Moments } from './moments.ts';
import { OutsideReviews } from './outside-reviews.ts';
import type { ScriptedModel } from './scripted-model.ts';
import { storedEntries } from './stored-entries.ts';

/** Most things that a person sends in one life, and the longest times for the last of them, in milliseconds. */
const mostDeeds = 30;
const lastMoments = [30, 450] as const;

/**
 * The host has just started; a question or a preview waits, or was answered; what was entered is saved; who asked from
 * outside has read the decision; the host has not started yet.
 */
const moments = [
  'started',
  'asked',
  'proposed',
  'answered',
  'decided',
  'entered',
  'told',
  'starting',
] as const;
type Moment = (typeof moments)[number];

/** Numbers of what was acknowledged, and of the reviews that were told. */
type Done = { answered: number; decided: number; entered: number; told: number };

type Lost = { messages: number; answers: number; decisions: number; picks: number; text: number };

/** The words of a decision; `goesOn` where its agent goes on without being asked. */
type Decided = { words: string[]; goesOn: boolean };

type Scene = { window: TrialWindow; agent: AgentStatus; person: Person; busy: BusyPerson; hand: Hand };

/** One host that is killed again and again while a person is at work in its one chat. */
export class KillTrial {
  readonly #stage: Stage;
  readonly #model: ScriptedModel;
  readonly #random: () => number;
  readonly #acknowledged = new Acknowledged();
  readonly #fields = new Fields();
  readonly #reviews: OutsideReviews;
  readonly #lost: Lost = { messages: 0, answers: 0, decisions: 0, picks: 0, text: 0 };
  /** The decisions that stand in the database, acknowledged or not. */
  #stand: Decided[] = [];
  #corrupt = 0;
  #misrecorded = 0;
  #unanswerable = 0;
  readonly #pendingContext = new Set<string>();
  readonly #moments: Moments<Moment>;
  /** The time that the last start took, in milliseconds. */
  #startTook = 0;

  constructor(stage: Stage, model: ScriptedModel, random: () => number) {
    this.#stage = stage;
    this.#model = model;
    this.#random = random;
    this.#reviews = new OutsideReviews(stage);
    this.#moments = new Moments(moments, random);
  }

  /** One life of the host, from a start to its kill, which may come while it starts. */
  async round(): Promise<void> {
    const aim = this.#moments.next();
    if (aim === 'starting') return this.#cutStart();
    const now = await this.#begin();
    await this.#checkWhatWaited(now);
    await this.#checkAskersAnswered();
    const before = this.#done();
    if (aim === 'told' || this.#random() < 0.3) await this.#reviews.ask();
    const { person, busy, hand, window } = now;
    await live({
      act: (life) => busy.act(life, mostDeeds, () => this.#isReached(aim, before, person.transcript)),
      aim,
      lastMoment: this.#random() * oneOf(this.#random, lastMoments),
      end: async () => {
        await this.#stage.host.end('SIGKILL');
        hand.stop();
        window.close();
      },
    });
    this.#moments.met(this.#metSince(before));
    this.#addLosses();
  }

  /** The last life: the person writes until the agent must have heard of everything. */
  async close(): Promise<void> {
    this.#model.beSilent();
    const last = await this.#begin();
    const { busy, window, agent } = last;
    await this.#endReview(last);
    await busy.write();
    await inTime(agent.until('idle').then(() => true));
    await busy.write();
    await this.#checkDelivered(() => true);
    window.close();
    await this.#stage.host.end('SIGTERM');
    this.#addLosses();
  }

  /** Ends all that still waits from outside. */
  leave(): Promise<void> {
    return this.#reviews.leave();
  }

  get missing(): Moment[] {
    return this.#moments.missing;
  }

  /** Result, and the number of faults in it. */
  figures() {
    const { messages, answers, decisions } = this.#acknowledged;
    const { requests } = this.#stage.provider;
    using stored = new Stored(this.#stage.dataDir);
    const reviews = this.#reviews.figures(stored);
    const orphanedToolCalls = requests.reduce((sum, { body }) => sum + orphanedCalls(body), 0);
    const faults = {
      lost: this.#lost,
      orphanedToolCalls,
      corruptDatabases: this.#corrupt,
      misrecorded: this.#misrecorded,
      unanswerable: this.#unanswerable,
      pendingContext: this.#pendingContext.size,
      ...reviews.faults,
    };
    const done = {
      messages: messages.size,
      answers: answers.size,
      decisions: decisions.size,
      entries: this.#fields.saved,
      fieldsCompared: this.#fields.looked,
      reviewsTold: reviews.told,
    };
    return {
      figures: {
        acknowledged: done,
        endedWhen: this.#moments.figures(),
        modelRequests: requests.length,
        ...faults,
      },
      faults: Object.values(this.#lost).reduce((sum, count) => sum + count, 0) + sumOf(faults),
    };
  }

  #done(): Done {
    const { answers, decisions } = this.#acknowledged;
    return {
      answered: answers.size,
      decided: decisions.size,
      entered: this.#fields.saved,
      told: this.#reviews.told,
    };
  }

  #isReached(aim: Exclude<Moment, 'starting'>, before: Done, transcript: Transcript): boolean {
    switch (aim) {
      case 'started':
        return true;
      case 'asked':
        return waitingCalls(transcript).length > 0;
      case 'proposed':
        return waitingPreviews(transcript).length > 0;
      case 'answered':
      case 'decided':
      case 'entered':
      case 'told':
        return this.#done()[aim] > before[aim];
    }
  }

  /** The moments at which the host was killed. */
  #metSince(before: Done): Moment[] {
    using stored = new Stored(this.#stage.dataDir);
    const now = this.#done();
    const isMet: Record<Moment, boolean> = {
      starting: false,
      started: true,
      asked: [...stored.settlements().values()].includes(null),
      proposed: [...stored.actions().values()].some(({ state }) => state.type === 'open'),
      answered: now.answered > before.answered,
      decided: now.decided > before.decided,
      entered: now.entered > before.entered,
      told: now.told > before.told,
    };
    return moments.filter((moment) => isMet[moment]);
  }

  async #begin(): Promise<Scene> {
    const { host } = this.#stage;
    const began = performance.now();
    await host.start();
    this.#startTook = performance.now() - began;
    const window = await openWindow(host.address);
    const agent = await AgentStatus.follow(window);
    const { id } = agent.workspace;
    const person = new Person(window, id, this.#acknowledged);
    person.watch().catch(isGone);
    const hand = new Hand(window, id, this.#fields);
    const busy = new BusyPerson({ person, hand, agent, random: this.#random });
    return { window, agent, person, hand, busy };
  }

  /** Kills the host at some moment within the time that a start takes on this machine. */
  async #cutStart(): Promise<void> {
    const { host } = this.#stage;
    const isCut = host.start().then(
      () => false,
      () => true,
    );
    await wait(this.#random() * this.#startTook);
    await host.end('SIGKILL');
    if (await isCut) this.#moments.met(['starting']);
  }

  /** Answers what waited for the person; their decisions go on, or can be resumed. */
  async #checkWhatWaited({ window, agent, person, busy }: Scene): Promise<void> {
    const { id: workspaceId, waiting, turn } = agent.workspace;
    if (turn.status === 'interrupted') await window.client.workspace.resume({ workspaceId });
    if (waiting > 0) {
      const waits = person.until((now) => waitingCalls(now).length + waitingPreviews(now).length > 0);
      const answered = waits.then(() => busy.answerFirst());
      this.#unanswerable += Number(!(await inTime(answered)));
    } else if (turn.status !== 'working') {
      await this.#checkDelivered(({ goesOn }) => goesOn);
    }
  }

  /** Checks that the agent hears of those decisions although the person does nothing more. */
  async #checkDelivered(which: (decided: Decided) => boolean): Promise<void> {
    const words = this.#stand.filter(which).flatMap((decided) => decided.words);
    const due = words.filter((word) => !this.#pendingContext.has(word));
    if (await inTime(this.#model.hears(due).then(() => true))) return;
    const pendingContext = due.filter((word) => !this.#model.hasHeard(word));
    for (const word of pendingContext) this.#pendingContext.add(word);
    this.#describe(pendingContext);
  }

  /** Decides what somebody outside still waits for. */
  async #endReview({ person, busy }: Scene): Promise<void> {
    await this.#checkAskersAnswered();
    if (!this.#reviews.isWaiting) return;
    const reviewIn = (now: Transcript) => waitingPreviews(now).find(({ asker }) => asker !== undefined);
    const shown = person.until((now) => reviewIn(now) !== undefined);
    const decided = shown.then(() => {
      const review = reviewIn(person.transcript);
      return review !== undefined && busy.decide(review);
    });
    this.#unanswerable += Number(!(await inTime(decided)));
    await this.#checkAskersAnswered();
  }

  /**
   * Checks that an asker outside, once it comes back, hears what was decided about its review and nothing else.
   */
  async #checkAskersAnswered(): Promise<void> {
    using stored = new Stored(this.#stage.dataDir);
    await this.#reviews.checkAnswered(stored, inTime);
  }

  /** Says on standard error how the previews stand whose agent was told nothing. */
  #describe(pendingContext: readonly string[]): void {
    using stored = new Stored(this.#stage.dataDir);
    for (const { shown, progress } of stored.previews())
      if (pendingContext.some((word) => JSON.stringify(shown).includes(word)))
        process.stderr.write(`pending context: ${JSON.stringify({ ...shown, preview: null, progress })}\n`);
  }

  #addLosses(): void {
    using stored = new Stored(this.#stage.dataDir);
    const { corrupt, ...now } = stored.lossesOf(this.#acknowledged);
    this.#stand = decisionsIn(stored);
    const entered = this.#fields.lossesIn(storedEntries(stored));
    this.#corrupt += corrupt;
    this.#misrecorded = Math.max(this.#misrecorded, stored.misrecorded());
    this.#lost.messages += now.messages;
    this.#lost.answers += now.answers;
    this.#lost.decisions += now.decisions;
    this.#lost.picks += entered.picks;
    this.#lost.text += entered.text;
  }
}

/** Decisions that the chat's agent has to hear of. */
function decisionsIn(stored: Stored): Decided[] {
  return [...stored.actions().values()].flatMap((action) => {
    const decided = decidedIn(action);
    if (decided === undefined || action.asker !== undefined) return [];
    const isApproved = action.preview.type === 'plan' && decided.type === 'applied';
    const goesOn = isApproved || decided.type === 'refined';
    return [{ words: wordsIn(decided.words), goesOn }];
  });
}

/** The host was ended while a call was on its way. */
const isGone = () => undefined;

const sumOf = (faults: object) =>
  Object.values(faults).reduce<number>((sum, count) => sum + (typeof count === 'number' ? count : 0), 0);
