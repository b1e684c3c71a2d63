import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { markerVariable } from '../../../src/main/commands/processes.ts';
import type { MessageId, WorkspaceId } from '../../../src/shared/ids.ts';
import type { CommandRun } from '../../../src/shared/transcript/command-run.ts';
import type { AgentMessage, Transcript } from '../../../src/shared/transcript/transcript.ts';
import { AgentStatus } from '../agent-status.ts';
import { Acknowledged } from '../acknowledged.ts';
import { orphanedCalls } from '../orphans.ts';
import { inTime } from '../patience.ts';
import { Person, toolParts, waitingPermissions } from '../person.ts';
import { oneOf } from '../random.ts';
import type { Stage } from '../stage.ts';
import { Stored } from '../stored.ts';
import { openWindow, type TrialWindow } from '../../../test/main/http/trial-window.ts';
import { isEndless } from './command-model.ts';
import { type Life, live } from './life.ts';
import { Moments } from './moments.ts';

/** Most things that a person does in one life, and the longest time for the last of them, in milliseconds. */
const mostDeeds = 30;
const lastMoment = 150;

/** A permission waits, or was answered; a command runs; a turn was undone; a message was taken. */
const moments = ['asked', 'answered', 'running', 'undone', 'written'] as const;
type Moment = (typeof moments)[number];

/** Numbers of what was acknowledged. */
type Taken = { messages: number; answers: number; undos: number };

type Scene = { window: TrialWindow; agent: AgentStatus; person: Person; workspaceId: WorkspaceId };

const permissionRows = z.array(z.object({ id: z.string(), settlement: z.string().nullable() }));
const undoRows = z.array(z.object({ message_id: z.number(), type: z.string().nullable() }));
const markerRows = z.array(z.object({ marker: z.string() }));

/** One host that is killed again and again while its agent runs commands that a person allows. */
export class CommandKillTrial {
  readonly #stage: Stage;
  readonly #random: () => number;
  readonly #account = new Acknowledged();
  /** Answers that were acknowledged: the choice, by permission. */
  readonly #answers = new Map<string, string>();
  readonly #undone = new Set<MessageId>();
  readonly #moments: Moments<Moment>;
  #lost = { answers: 0, undos: 0, messages: 0 };
  #unanswerable = 0;
  #processesLeft = 0;
  #corrupt = 0;
  #misrecorded = 0;

  constructor(stage: Stage, random: () => number) {
    this.#stage = stage;
    this.#random = random;
    this.#moments = new Moments(moments, random);
  }

  /** One life of the host, from a start to its kill. */
  async round(): Promise<void> {
    const now = await this.#begin();
    await this.#checkWhatWaited(now);
    const aim = this.#moments.next();
    const before = this.#taken();
    await live({
      act: (life) => this.#act(now, life, aim),
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

  /** The last life: everything that waits is denied, and the host ends as it should. */
  async close(): Promise<void> {
    const last = await this.#begin();
    await this.#checkWhatWaited(last);
    await this.#stage.host.end('SIGTERM');
    last.window.close();
    this.#processesLeft += this.#runningNow();
    this.#addLosses();
  }

  get missing(): Moment[] {
    return this.#moments.missing;
  }

  figures() {
    const { requests } = this.#stage.provider;
    const faults = {
      lost: this.#lost,
      unanswerable: this.#unanswerable,
      processesLeft: this.#processesLeft,
      corruptDatabases: this.#corrupt,
      misrecorded: this.#misrecorded,
      orphanedToolCalls: requests.reduce((sum, { body }) => sum + orphanedCalls(body), 0),
    };
    const { lost, ...counts } = faults;
    const all = [...Object.values(lost), ...Object.values(counts)];
    return {
      figures: { acknowledged: this.#taken(), endedWhen: this.#moments.figures(), ...faults },
      faults: all.reduce((sum, count) => sum + count, 0),
    };
  }

  #taken(): Taken {
    return {
      messages: this.#account.messages.size,
      answers: this.#answers.size,
      undos: this.#undone.size,
    };
  }

  /** The moments at which the host was killed. */
  #metSince(before: Taken): Moment[] {
    using stored = new Stored(this.#stage.dataDir);
    const now = this.#taken();
    const isMet: Record<Moment, boolean> = {
      asked: permissionsIn(stored).some(({ settlement }) => settlement === null),
      answered: now.answers > before.answers,
      running: this.#runningNow() > 0,
      undone: now.undos > before.undos,
      written: now.messages > before.messages,
    };
    return moments.filter((moment) => isMet[moment]);
  }

  async #begin(): Promise<Scene> {
    await this.#stage.host.start();
    const window = await openWindow(this.#stage.host.address);
    const agent = await AgentStatus.follow(window);
    const { id: workspaceId } = agent.workspace;
    await window.client.workspace.setMode({ workspaceId, mode: 'exec' });
    const person = new Person(window, workspaceId, this.#account);
    person.watch().catch(isGone);
    return { window, agent, workspaceId, person };
  }

  /** Nothing of an earlier life is left; what waited then waits again, and accepts an answer. */
  async #checkWhatWaited(now: Scene): Promise<void> {
    const { agent, window, workspaceId, person } = now;
    if (!(await inTime(this.#untilNothingRuns()))) this.#processesLeft += this.#runningNow();
    if (agent.workspace.turn.status === 'interrupted') await window.client.workspace.resume({ workspaceId });
    using stored = new Stored(this.#stage.dataDir);
    const open = permissionsIn(stored).filter(({ settlement }) => settlement === null);
    if (open.length === 0) return;
    const answered = person
      .until((seen) => waitingPermissions(seen).length > 0)
      .then(() => this.#answerOne(now, 'no'));
    this.#unanswerable += Number(!(await inTime(answered)));
  }

  /** Does one thing after the other, each as soon as the chat stands still. */
  async #act(now: Scene, life: Life, aim: Moment): Promise<void> {
    const before = this.#taken();
    for (let deeds = 0; deeds < mostDeeds && !life.isOver; deeds += 1) {
      await life.untilOne(now.agent.untilAtRest(), now.person.until(standsStill));
      if (isShown(aim, now.person.transcript)) {
        life.reach();
        return life.ended;
      }
      await this.#doOne(now, life);
      if (this.#isMet(aim, before)) life.reach();
    }
  }

  #isMet(aim: Moment, before: Taken): boolean {
    const now = this.#taken();
    switch (aim) {
      case 'answered':
        return now.answers > before.answers;
      case 'undone':
        return now.undos > before.undos;
      case 'written':
        return now.messages > before.messages;
      case 'asked':
      case 'running':
        return false;
    }
  }

  async #doOne(now: Scene, life: Life): Promise<void> {
    const { person, agent, window, workspaceId } = now;
    const chance = this.#random();
    const [waiting] = waitingPermissions(person.transcript);
    const run = foreground(person.transcript);
    if (waiting !== undefined) {
      if (chance < 0.1) await window.client.workspace.stop({ workspaceId });
      else await this.#answerOne(now, oneOf(this.#random, ['once', 'once', 'once', 'always-0', 'no']));
      await life.untilOne(person.until((seen) => !isWaiting(seen, waiting.permission.id)));
    } else if (agent.now !== 'working') {
      if (chance < 0.5) await this.#undoOne(now, life);
      else await this.#write(now, life);
    } else if (run !== undefined) {
      const isOver = person.until((seen) => !isRunning(seen, run.number));
      if (isEndless(run.line)) await window.client.workspace.stop({ workspaceId });
      else if (chance < 0.3) await person.write();
      await life.untilOne(isOver);
    }
  }

  /** Writes, and waits until the agent has begun with it. */
  async #write({ agent, person }: Scene, life: Life): Promise<void> {
    const begun = agent.until('working');
    await person.write();
    await life.untilOne(begun);
  }

  /** Answers what waits; true where it was taken. One that has ended meanwhile is no loss. */
  async #answerOne({ person, window, workspaceId }: Scene, requested: string): Promise<boolean> {
    const [waiting] = waitingPermissions(person.transcript);
    if (waiting === undefined) return false;
    const { toolCallId, permission } = waiting;
    const choiceId = permission.choices.some(({ id }) => id === requested) ? requested : 'once';
    for (;;) {
      const about = { workspaceId, toolCallId, permissionId: permission.id, answer: { choiceId } };
      const end = await window.client.workspace.answerPermission(about).then(
        () => 'taken' as const,
        (error: unknown) => codeOf(error),
      );
      if (end === 'taken') {
        this.#answers.set(permission.id, choiceId);
        return true;
      }
      if (end !== 'permission-settled') throw new Error(`The answer was refused: ${end}`);
      using stored = new Stored(this.#stage.dataDir);
      if (permissionsIn(stored).find(({ id }) => id === permission.id)?.settlement !== null) return true;
      await wait(20);
    }
  }

  async #undoOne(now: Scene, life: Life): Promise<void> {
    const { person, window, workspaceId } = now;
    const turns = person.transcript.messages.filter((message): message is AgentMessage => {
      return message.role === 'agent' && (message.changes?.files.length ?? 0) > 0;
    });
    const turn = turns.at(-1);
    if (turn === undefined) return this.#write(now, life);
    const paths = turn.changes?.files.map(({ path }) => path) ?? [];
    const undone = await window.client.workspace.undoTurn({ workspaceId, messageId: turn.id, paths }).then(
      () => true,
      (error: unknown) => {
        if (codeOf(error) === 'undo-refused') return false;
        throw error;
      },
    );
    if (undone) this.#undone.add(turn.id);
    else await this.#write(now, life);
  }

  /** The processes of this chat's commands that are there now. */
  #runningNow(): number {
    using stored = new Stored(this.#stage.dataDir);
    const known = new Set(
      markerRows.parse(stored.rows('SELECT marker FROM command_runs')).map(({ marker }) => marker),
    );
    return markersThere().filter((marker) => known.has(marker)).length;
  }

  async #untilNothingRuns(): Promise<boolean> {
    while (this.#runningNow() > 0) await wait(20);
    return true;
  }

  #addLosses(): void {
    using stored = new Stored(this.#stage.dataDir);
    const { messages, corrupt } = stored.lossesOf(this.#account);
    const settlements = new Map(permissionsIn(stored).map(({ id, settlement }) => [id, settlement]));
    const undos = undoRows.parse(
      stored.rows(`SELECT message_id, json_extract(undo, '$.type') AS type FROM turn_changes`),
    );
    const undoneIn = new Set(undos.filter(({ type }) => type === 'undone').map((row) => row.message_id));
    this.#lost.messages += messages;
    this.#corrupt += corrupt;
    this.#lost.answers += [...this.#answers].filter(
      ([id, choice]) => settlements.get(id)?.includes(`"id":"${choice}"`) !== true,
    ).length;
    this.#lost.undos += [...this.#undone].filter((id) => !undoneIn.has(id)).length;
    this.#misrecorded = Math.max(
      this.#misrecorded,
      stored.rows(`SELECT 1 FROM permissions WHERE settlement IS NOT NULL AND (SELECT count(*) FROM ledger
        WHERE kind = 'permission' AND subject = permissions.id) <> 1`).length,
    );
  }
}

const runs = (transcript: Transcript) =>
  toolParts(transcript).flatMap((part) =>
    part.kind === 'run' && part.run?.ending === null ? [part.run] : [],
  );

const isRunning = (transcript: Transcript, number: number) =>
  runs(transcript).some((run) => run.number === number);

/** The command that the agent waits for. */
const foreground = (transcript: Transcript): CommandRun | undefined =>
  runs(transcript).find(({ background }) => !background);

const isWaiting = (transcript: Transcript, id: string) =>
  waitingPermissions(transcript).some(({ permission }) => permission.id === id);

/** True while the agent waits for the person, or for a command. */
const standsStill = (transcript: Transcript) =>
  waitingPermissions(transcript).length > 0 || foreground(transcript) !== undefined;

/** True where the chat shows a moment that is left alone when it has come. */
function isShown(moment: Moment, transcript: Transcript): boolean {
  switch (moment) {
    case 'asked':
      return waitingPermissions(transcript).length > 0;
    case 'running':
      return runs(transcript).some(({ line }) => isEndless(line));
    case 'answered':
    case 'undone':
    case 'written':
      return false;
  }
}

function permissionsIn(stored: Stored): z.infer<typeof permissionRows> {
  return permissionRows.parse(stored.rows('SELECT id, settlement FROM permissions'));
}

/** The markers of all processes of this machine, those of any Parley. */
function markersThere(): string[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const variables = readFileSync(`/proc/${name}/environ`, 'latin1').split('\0');
      const found = variables.find((variable) => variable.startsWith(`${markerVariable}=`));
      return found === undefined ? [] : [found.slice(markerVariable.length + 1)];
    } catch {
      // It has just ended, or belongs to somebody else.
      return [];
    }
  });
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** The host was ended while a call was on its way. */
const isGone = () => undefined;
