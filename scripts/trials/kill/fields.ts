import { createDraftSaver } from '../../../src/renderer/draft-saver.ts';
import type { ActionId, ToolCallId, WorkspaceId } from '../../../src/shared/ids.ts';
import type { TrialWindow } from '../window.ts';
import { Entered, type Entry } from './entered.ts';

/** Where a person enters what is not sent yet. */
export type Field =
  | { type: 'message' }
  | { type: 'ask'; toolCallId: ToolCallId }
  | { type: 'preview'; actionId: ActionId };

/** Text that is older than this must be stored, in milliseconds. */
const oldEnough = 250;

/** Everything that was entered in any window, by the name under which its draft is stored. */
export class Fields {
  readonly #entered = new Map<string, Entered>();
  #heardOf = 0;
  /** How many times something entered was acknowledged as stored. */
  saved = 0;
  /** How often a field that holds something was looked up in a database. */
  looked = 0;

  /** Makes a call; once it is acknowledged, whatever was sent before it has been taken as well. */
  async call<Result>(work: () => Promise<Result>): Promise<Result> {
    const sentAt = Date.now();
    const result = await work();
    this.#heardOf = Math.max(this.#heardOf, sentAt);
    return result;
  }

  entered(workspaceId: WorkspaceId, field: Field): Entered {
    const key = `${workspaceId} ${subjectOf(field)}`;
    const known = this.#entered.get(key) ?? new Entered();
    this.#entered.set(key, known);
    return known;
  }

  /** What is missing in a database; `found` gives what it holds for a field, or undefined once that takes nothing any more. */
  lossesIn(found: (key: string) => Entry | undefined): { picks: number; text: number } {
    const losses = { picks: 0, text: 0 };
    for (const [key, entered] of this.#entered) {
      const entry = found(key);
      if (entry === undefined) {
        this.#entered.delete(key);
        continue;
      }
      this.looked += Number(!entered.isEmpty);
      const { pick, text } = entered.lossesIn(entry, this.#heardOf - oldEnough);
      losses.picks += Number(pick);
      losses.text += Number(text);
    }
    return losses;
  }
}

function subjectOf(field: Field): string {
  switch (field.type) {
    case 'message':
      return 'message';
    case 'ask':
      return `ask:${field.toolCallId}`;
    case 'preview':
      return `preview:${field.actionId}`;
  }
}

/** The hand of a person in one window: what it enters is saved when a real window would save it. */
export class Hand {
  readonly #window: TrialWindow;
  readonly #workspaceId: WorkspaceId;
  readonly #fields: Fields;
  readonly #timers = new Set<NodeJS.Timeout>();
  #isGone = false;
  readonly #saver = createDraftSaver<Entered, () => Promise<void>>((_, save) => void save().catch(ignore), {
    after: (milliseconds, run) => this.#after(milliseconds, run),
    whenPageHides: () => undefined,
  });

  constructor(window: TrialWindow, workspaceId: WorkspaceId, fields: Fields) {
    this.#window = window;
    this.#workspaceId = workspaceId;
    this.#fields = fields;
  }

  /** Adds to the text of a field. */
  type(field: Field, text: string): void {
    const { now } = this.#fields.entered(this.#workspaceId, field);
    const picks = field.type === 'ask' ? '' : now.pick;
    this.#enter(field, { pick: picks, text: `${now.text}${text}`.slice(-200) }, 'soon');
  }

  /** Picks an option on the card of a question. */
  pick(toolCallId: ToolCallId, label: string): void {
    const field = { type: 'ask' as const, toolCallId };
    const { text } = this.#fields.entered(this.#workspaceId, field).now;
    this.#enter(field, { pick: label, text }, 'now');
  }

  /** Sends the message: its field is empty, and stored as such once the work has come to its end. */
  async send(work: () => Promise<void>): Promise<void> {
    const entered = this.#fields.entered(this.#workspaceId, { type: 'message' });
    this.#saver.forget(entered);
    const version = entered.enter({ pick: '', text: '' }, Date.now());
    await this.#fields.call(work);
    entered.isStored(version);
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** The window is gone with whatever it had not sent. */
  stop(): void {
    this.#isGone = true;
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #enter(field: Field, entry: Entry, when: 'now' | 'soon'): void {
    const entered = this.#fields.entered(this.#workspaceId, field);
    const version = entered.enter(entry, Date.now());
    const save = async () => {
      await this.#fields.call(() => this.#save(field, entry));
      entered.isStored(version);
      this.#fields.saved += 1;
    };
    this.#saver.save(entered, save, when);
  }

  #save(field: Field, { pick, text }: Entry): Promise<unknown> {
    const { workspace } = this.#window.client;
    const workspaceId = this.#workspaceId;
    switch (field.type) {
      case 'message':
        return workspace.saveMessageDraft({ workspaceId, text });
      case 'ask': {
        const { toolCallId } = field;
        const picks = pick === '' ? [] : [pick];
        const entry = { questionId: '1', picks, otherChosen: pick === '', other: text, note: '' };
        return workspace.saveAskDraft({ workspaceId, toolCallId, entries: [entry] });
      }
      case 'preview':
        return workspace.savePreviewDraft({
          workspaceId,
          actionId: field.actionId,
          change: { note: text },
        });
    }
  }

  #after(milliseconds: number, run: () => void): () => void {
    const timer = setTimeout(run, milliseconds);
    this.#timers.add(timer);
    return () => clearTimeout(timer);
  }
}

/** The host was ended while a save was on its way. */
const ignore = () => undefined;
