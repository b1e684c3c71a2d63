import { setTimeout as wait } from 'node:timers/promises';
import type { WorkspaceId } from '../../../src/shared/ids.ts';
import type { TurnState } from '../../../src/shared/workspace/turn-state.ts';
import type { ProcessEntry } from '../../../src/main/commands/processes.ts';
import { Acknowledged } from '../acknowledged.ts';
import { orphanedCalls } from '../orphans.ts';
import { inTime, untilDone } from '../patience.ts';
import { Person } from '../person.ts';
import { oneOf } from '../random.ts';
import type { Stage } from '../stage.ts';
import { Stored } from '../stored.ts';
import { openWindow, type TrialWindow } from '../../../test/main/http/trial-window.ts';
import type { AskingModel } from './asks/asking-model.ts';
import { CardPerson } from './asks/card-person.ts';
import type { Card } from './asks/cards.ts';
import { Chats } from './asks/chats.ts';
import { Decisions } from './asks/decisions.ts';
import { type AskingPrograms, externalAgent } from './asks/programs.ts';
import {
  draftsIn,
  externalChatIn,
  foldersIn,
  misrecordedIn,
  type StoredCard,
  storedCards,
} from './asks/stored-cards.ts';
import { deliveryFigures } from './asks/deliveries.ts';
import { PersonFolders } from './asks/person-folders.ts';
import { entriesIn } from './asks/trial-log.ts';
import { commandOf, isThere, processesOfTrial } from './asks/trial-processes.ts';
import { type Life, live } from './life.ts';
import { Moments } from './moments.ts';

/** Most things that a person does in one chat in one life, and the longest time for the last, in milliseconds. */
const mostDeeds = 30;
const lastMoment = 150;

/**
 * A card of a kind waits, or was decided about; something was typed into one; a call of a server runs; a folder was
 * added, or removed.
 */
const moments = [
  'ask',
  'permission',
  'subagent',
  'form',
  'plan',
  'decided',
  'typed',
  'called',
  'folder',
] as const;
type Moment = (typeof moments)[number];

/** Numbers of what was acknowledged, and of the calls that began. */
type Done = { decided: number; typed: number; called: number; folders: number };

type Chat = { workspaceId: WorkspaceId; cards: CardPerson };

type Scene = { window: TrialWindow; chats: Chats; both: Chat[] };

/**
 * One host that is killed again and again while a person decides what is asked in two chats: in one by the MCP
 * servers of Parley's own agent, in the other by an external agent.
 */
export class AsksKillTrial {
  readonly #stage: Stage;
  readonly #programs: AskingPrograms;
  readonly #model: AskingModel;
  readonly #random: () => number;
  readonly #account = new Acknowledged();
  readonly #decisions = new Decisions();
  readonly #lost = { messages: 0, decisions: 0, drafts: 0, folders: 0 };
  readonly #folders: PersonFolders;
  readonly #moments: Moments<Moment>;
  #unsent = 0;
  #unanswerable = 0;
  #dropped = 0;
  #processesLeft = 0;
  #corrupt = 0;
  #misrecorded = 0;
  #secretsStored = 0;

  constructor(stage: Stage, programs: AskingPrograms, model: AskingModel, random: () => number) {
    this.#stage = stage;
    this.#programs = programs;
    this.#model = model;
    this.#random = random;
    this.#moments = new Moments(moments, random);
    this.#folders = new PersonFolders(stage.folder);
  }

  /** One life of the host, from a start to its kill. */
  async round(): Promise<void> {
    this.#programs.seed(this.#random());
    const now = await this.#begin();
    if (this.#random() < 0.5) await this.#checkWhatWaited(now);
    const aim = this.#moments.next();
    const before = this.#done();
    await live({
      act: async (life) => {
        await Promise.all(now.both.map((chat) => this.#act(now, chat, { life, aim, before })));
      },
      aim,
      lastMoment: this.#random() * lastMoment,
      end: async () => {
        await this.#stage.host.end('SIGKILL');
        now.window.close();
      },
    });
    this.#moments.met(this.#metSince(before));
    this.#addLosses();
  }

  /** The last life: everything that waits is decided about, nothing new is asked, and the host ends as it should. */
  async close(): Promise<void> {
    this.#model.beSilent();
    this.#programs.beQuiet();
    const last = await this.#begin();
    await this.#checkWhatWaited(last);
    for (const { workspaceId, cards } of last.both) {
      await untilDone(this.#settleAll(last, cards, workspaceId), 'a chat that waits for nothing');
      const begun = last.chats.until(workspaceId, 'working');
      await cards.person.write();
      await untilDone(begun, 'an agent that begins');
      await untilDone(this.#settleAll(last, cards, workspaceId), 'an agent that has heard of everything');
    }
    await this.#stage.host.end('SIGTERM');
    last.window.close();
    this.#processesLeft += processesOfTrial(this.#programs.name).length;
    this.#addLosses();
  }

  get missing(): Moment[] {
    return this.#moments.missing;
  }

  figures() {
    using stored = new Stored(this.#stage.dataDir);
    const cards = storedCards(stored);
    const external = externalChatIn(stored);
    const deliveries = deliveryFigures({ stored, cards, entries: entriesIn(this.#programs.log), external });
    const { requests } = this.#stage.provider;
    const faults = {
      unanswerable: this.#unanswerable,
      dropped: this.#dropped,
      processesLeft: this.#processesLeft,
      corruptDatabases: this.#corrupt,
      misrecorded: this.#misrecorded,
      secretsStored: this.#secretsStored,
      orphanedToolCalls: requests.reduce((sum, { body }) => sum + orphanedCalls(body), 0),
      ...deliveries,
      unsent: this.#unsent + deliveries.unsent,
    };
    const acknowledged = {
      messages: this.#account.messages.size,
      decisions: this.#decisions.acknowledged,
      drafts: this.#decisions.saved,
      folders: this.#folders.acknowledged,
    };
    const all = [...Object.values(this.#lost), ...Object.values(faults)];
    return {
      figures: { acknowledged, endedWhen: this.#moments.figures(), lost: this.#lost, ...faults },
      faults: all.reduce((sum, count) => sum + count, 0),
    };
  }

  async #begin(): Promise<Scene> {
    const left = processesOfTrial(this.#programs.name);
    await this.#stage.host.start();
    const window = await openWindow(this.#stage.host.address);
    const chats = await Chats.follow(window);
    await this.#makeChats(window, chats);
    const both = chats.all().map(({ id: workspaceId }) => {
      const person = new Person(window, workspaceId, this.#account);
      return { workspaceId, cards: new CardPerson(person, this.#decisions, this.#random) };
    });
    for (const { cards } of both) cards.person.watch().catch(isGone);
    await this.#checkLeft(left);
    return { window, chats, both };
  }

  /** The first life makes the second chat. */
  async #makeChats({ client }: TrialWindow, chats: Chats): Promise<void> {
    const [first, ...others] = chats.all();
    if (first === undefined || others.length > 0) return;
    await client.workspace.setMode({ workspaceId: first.id, mode: 'exec' });
    const { id: workspaceId } = await client.workspace.create({ folder: this.#programs.folder });
    await client.workspace.setAgent({ workspaceId, agent: externalAgent });
    await chats.until(workspaceId, 'idle');
  }

  /** Checks that everything the host before had started is ended. */
  async #checkLeft(left: readonly ProcessEntry[]): Promise<void> {
    const gone = async () => {
      while (left.some(isThere)) await wait(20);
      return true;
    };
    if (await inTime(gone())) return;
    const there = left.filter(isThere);
    process.stderr.write(`left: ${there.map(({ pid }) => commandOf(pid)).join(', ')}\n`);
    this.#processesLeft += there.length;
  }

  /** Checks that everything that waited when the host was ended waits again, and takes the person's answer. */
  async #checkWhatWaited(now: Scene): Promise<void> {
    const waited = this.#cards().filter(({ open }) => open);
    for (const { chats, window, workspaceId } of now.both.map((chat) => ({ ...now, ...chat })))
      if (isStopped(chats.status(workspaceId))) await window.client.workspace.resume({ workspaceId });
    for (const { id, kind, workspaceId } of waited) {
      const chat = now.both.find((one) => one.workspaceId === workspaceId);
      if (chat === undefined) continue;
      if (!(await inTime(this.#decided(chat.cards, id)))) {
        process.stderr.write(`unanswerable: ${kind} ${id}\n`);
        this.#unanswerable += 1;
      }
    }
  }

  /** Decides about a card as soon as that is taken; one that ends by itself is dropped. */
  async #decided(cards: CardPerson, id: string): Promise<boolean> {
    for (;;) {
      const card = cards.waiting().find((one) => one.id === id);
      if (card !== undefined && (await cards.decide(card))) return true;
      const stored = this.#cards().find((one) => one.id === id);
      if (stored?.open === false) {
        // What may hold a secret can be given to nobody but who asked.
        if (stored.decided === null && !stored.secret) {
          process.stderr.write(`dropped: ${JSON.stringify(stored)}\n`);
          this.#dropped += 1;
        }
        return true;
      }
      await cards.finish();
      await wait(20);
    }
  }

  #done(): Done {
    const { acknowledged: decided, saved: typed } = this.#decisions;
    return { decided, typed, called: this.#called(), folders: this.#folders.acknowledged };
  }

  #called(): number {
    return entriesIn(this.#programs.log).filter(({ type }) => type === 'called').length;
  }

  /** The moments at which the host was killed. */
  #metSince(before: Done): Moment[] {
    const open = new Set<Moment>(this.#cards().flatMap((card) => (card.open ? [momentOf(card)] : [])));
    return moments.filter((moment) => open.has(moment) || this.#isMet(moment, before));
  }

  #isMet(moment: Moment, before: Done): boolean {
    switch (moment) {
      case 'decided':
        return this.#decisions.acknowledged > before.decided;
      case 'typed':
        return this.#decisions.saved > before.typed;
      case 'called':
        return this.#called() > before.called;
      case 'folder':
        return this.#folders.acknowledged > before.folders;
      case 'ask':
      case 'permission':
      case 'subagent':
      case 'form':
      case 'plan':
        return false;
    }
  }

  /** Does one thing after the other in a chat, but leaves alone the kind of card that this life aims at. */
  async #act(now: Scene, chat: Chat, course: { life: Life; aim: Moment; before: Done }): Promise<void> {
    const { life, aim, before } = course;
    for (let deeds = 0; deeds < mostDeeds && !life.isOver; ) {
      const waiting = chat.cards.waiting();
      const left = waiting.filter((card) => kindOf(card) === aim);
      if (left.length > 0 || this.#isMet(aim, before)) life.reach();
      if (left.length > 0) return life.ended;
      deeds += Number(await this.#doOne(now, chat, life));
      await wait(this.#random() * 30);
    }
  }

  /** True where something was there to be done. */
  async #doOne(now: Scene, { workspaceId, cards }: Chat, life: Life): Promise<boolean> {
    const { chats, window } = now;
    const [first, ...others] = cards.waiting();
    const status = chats.status(workspaceId);
    const chance = this.#random();
    if (first !== undefined) {
      if (chance < 0.5) await cards.decide(oneOf(this.#random, [first, ...others]));
      else if (chance < 0.8) await cards.type();
      return true;
    }
    if (status === 'working') {
      await cards.finish();
      return false;
    }
    if (chance < 0.3 && (await this.#changeFolders(now, workspaceId))) return true;
    const begun = chats.until(workspaceId, 'working');
    if (isStopped(status)) await window.client.workspace.resume({ workspaceId });
    else await cards.person.write();
    await life.untilOne(begun);
    return true;
  }

  /** Adds a folder to a chat, or removes one; false where the chat takes none. */
  async #changeFolders({ chats, window }: Scene, workspaceId: WorkspaceId): Promise<boolean> {
    const there = chats.folders(workspaceId);
    if (there === undefined) return false;
    const [first, ...others] = there;
    const { workspace } = window.client;
    if (first !== undefined && others.length > 1) {
      const folder = oneOf(this.#random, [first, ...others]);
      const stored = this.#folders.send(folder, 'removed');
      await workspace.removeAgentFolder({ workspaceId, folder });
      stored();
      return true;
    }
    const folder = this.#folders.make();
    const stored = this.#folders.send(folder, 'added');
    await workspace.addAgentFolder({ workspaceId, folder });
    stored();
    return true;
  }

  /** Goes on until a chat waits for nothing. */
  async #settleAll({ chats, window }: Scene, cards: CardPerson, workspaceId: WorkspaceId): Promise<void> {
    for (;;) {
      const [card] = cards.waiting();
      const status = chats.status(workspaceId);
      if (card !== undefined) await cards.decide(card);
      else if (isStopped(status)) await window.client.workspace.resume({ workspaceId });
      else if (status === 'idle') return;
      await cards.finish();
      await wait(20);
    }
  }

  #addLosses(): void {
    using stored = new Stored(this.#stage.dataDir);
    const cards = storedCards(stored);
    const { messages, corrupt } = stored.lossesOf(this.#account);
    const { lost, unsent } = this.#decisions.faultsIn(cards);
    this.#lost.messages += messages;
    this.#lost.decisions += lost;
    this.#lost.drafts += this.#decisions.lostDrafts(cards, draftsIn(stored));
    this.#lost.folders += this.#folders.lostIn(foldersIn(stored));
    this.#unsent += unsent;
    this.#corrupt += corrupt;
    this.#misrecorded = Math.max(this.#misrecorded, misrecordedIn(stored));
    this.#secretsStored = Math.max(this.#secretsStored, this.#programs.filesWithSecrets());
  }

  #cards(): StoredCard[] {
    using stored = new Stored(this.#stage.dataDir);
    return storedCards(stored);
  }
}

const isStopped = (status: TurnState['status'] | undefined) =>
  status === 'interrupted' || status === 'failed';

/** A link is a form in the database. */
function kindOf(card: Card): Moment {
  if (card.kind === 'permission' && card.subagent !== undefined) return 'subagent';
  return card.kind === 'link' ? 'form' : card.kind;
}

const momentOf = ({ kind, subagent }: StoredCard): Moment => (subagent === null ? kind : 'subagent');

/** The host was ended while a call was on its way. */
const isGone = () => undefined;
