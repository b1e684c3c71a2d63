import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { markerVariable } from '../../../src/main/commands/process-table.ts';
import type { MessageId, WorkspaceId } from '../../../src/shared/ids.ts';
import type { AgentMessage } from '../../../src/shared/transcript/transcript.ts';
import { AgentStatus } from '../agent-status.ts';
import { Acknowledged } from '../acknowledged.ts';
import { orphanedCalls } from '../orphans.ts';
import { Person, waitingPermissions } from '../person.ts';
import { oneOf } from '../random.ts';
import type { Stage } from '../stage.ts';
import { Stored } from '../stored.ts';
import { openWindow, type TrialWindow } from '../../../src/main/testing/trial-window.ts';

/** Longest time in milliseconds until, after a start, what waits is there, and what was left is gone. */
const patience = 15_000;
/** The time that a host lives after it started and what waited was answered, in milliseconds. */
const life = { shortest: 200, longest: 2_500 };

type Life = { window: TrialWindow; agent: AgentStatus; person: Person; workspaceId: WorkspaceId };

const permissionRows = z.array(z.object({ id: z.string(), settlement: z.string().nullable() }));
const undoRows = z.array(z.object({ message_id: z.number(), type: z.string().nullable() }));
const markerRows = z.array(z.object({ marker: z.string() }));

/** One host that is ended again and again while its agent runs commands that a person allows. */
export class CommandKillTrial {
  readonly #stage: Stage;
  readonly #random: () => number;
  readonly #account = new Acknowledged();
  /** Answers that were acknowledged: the choice, by permission. */
  readonly #answers = new Map<string, string>();
  readonly #undone = new Set<MessageId>();
  #lost = { answers: 0, undos: 0, messages: 0 };
  #unanswerable = 0;
  #processesLeft = 0;
  #corrupt = 0;
  #misrecorded = 0;
  #killedWhileRunning = 0;

  constructor(stage: Stage, random: () => number) {
    this.#stage = stage;
    this.#random = random;
  }

  /** One life of the host, from a start to its violent end. */
  async round(): Promise<void> {
    const now = await this.#begin();
    await this.#checkWhatWaited(now);
    now.person.watch().catch(isGone);
    let isOver = false;
    const work = this.#act(now, () => isOver).catch(isGone);
    await wait(life.shortest + this.#random() * (life.longest - life.shortest));
    isOver = true;
    await this.#stage.host.end('SIGKILL');
    now.window.close();
    await work;
    this.#killedWhileRunning += Number(this.#runningNow() > 0);
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

  /** True until a permission was answered, and a command was running when its host was ended. */
  get isEmpty(): boolean {
    return this.#answers.size === 0 || this.#killedWhileRunning === 0;
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
    const acknowledged = {
      messages: this.#account.messages.size,
      answers: this.#answers.size,
      undos: this.#undone.size,
    };
    const all = [...Object.values(lost), ...Object.values(counts)];
    return {
      figures: { acknowledged, killedWhileRunning: this.#killedWhileRunning, ...faults },
      faults: all.reduce((sum, count) => sum + count, 0),
    };
  }

  async #begin(): Promise<Life> {
    await this.#stage.host.start();
    const window = await openWindow(this.#stage.host.address);
    const agent = await AgentStatus.follow(window);
    const { id: workspaceId } = agent.workspace;
    await window.client.workspace.setMode({ workspaceId, mode: 'exec' });
    return { window, agent, workspaceId, person: new Person(window, workspaceId, this.#account) };
  }

  /** Nothing of a life before is left; what waited then waits again, and takes an answer. */
  async #checkWhatWaited(now: Life): Promise<void> {
    const { agent, window, workspaceId, person } = now;
    if (!(await inTime(this.#untilNothingRuns()))) this.#processesLeft += this.#runningNow();
    if (agent.workspace.turn.status === 'interrupted') await window.client.workspace.resume({ workspaceId });
    using stored = new Stored(this.#stage.dataDir);
    const open = permissionsIn(stored).filter(({ settlement }) => settlement === null);
    if (open.length === 0) return;
    const answered = person
      .watch((seen) => waitingPermissions(seen).length > 0)
      .then(() => this.#answerOne(now, 'no'));
    this.#unanswerable += Number(!(await inTime(answered)));
  }

  async #act(now: Life, isOver: () => boolean): Promise<void> {
    const { person, agent, window, workspaceId } = now;
    while (!isOver()) {
      const chance = this.#random();
      if (waitingPermissions(person.transcript).length > 0) {
        if (chance < 0.7) await this.#answerOne(now, oneOf(this.#random, ['once', 'once', 'always-0', 'no']));
      } else if (agent.now !== 'working') {
        if (chance < 0.6) await this.#undoOne(now);
        else await person.write();
      } else if (chance < 0.03) await person.write();
      else if (chance < 0.08) await window.client.workspace.stop({ workspaceId });
      await wait(this.#random() * 40);
    }
  }

  /** Answers what waits; true where it was taken. One that has ended meanwhile is no loss. */
  async #answerOne({ person, window, workspaceId }: Life, requested: string): Promise<boolean> {
    const [waiting] = waitingPermissions(person.transcript);
    if (waiting === undefined) return false;
    const { toolCallId, permission } = waiting;
    const choiceId = permission.choices.some(({ id }) => id === requested) ? requested : 'once';
    for (let tries = 0; tries < 200; tries += 1) {
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
    return false;
  }

  async #undoOne({ person, window, workspaceId }: Life): Promise<void> {
    const turns = person.transcript.messages.filter((message): message is AgentMessage => {
      return message.role === 'agent' && (message.changes?.files.length ?? 0) > 0;
    });
    const turn = turns.at(-1);
    if (turn === undefined) return person.write();
    const undone = await window.client.workspace.undoTurn({ workspaceId, messageId: turn.id }).then(
      () => true,
      (error: unknown) => {
        if (codeOf(error) === 'undo-refused') return false;
        throw error;
      },
    );
    if (undone) this.#undone.add(turn.id);
    else await person.write();
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

const inTime = (work: Promise<boolean>) => Promise.race([work, wait(patience, false, { ref: false })]);

/** The host was ended while a call was on its way. */
const isGone = () => undefined;
