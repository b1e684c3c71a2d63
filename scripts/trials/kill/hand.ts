import { createDraftSaver } from '../../../src/renderer/draft-saver.ts';
import type { ToolCallId, WorkspaceId } from '../../../src/shared/ids.ts';
import type { TrialWindow } from '../../../test/main/http/trial-window.ts';
import type { Entered, Entry } from './entered.ts';
import type { Field, Fields } from './fields.ts';

/** A person's hands in one window: what they enter is saved when a real window would save it. */
export class Hand {
  readonly #window: TrialWindow;
  readonly #workspaceId: WorkspaceId;
  readonly #fields: Fields;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #saver = createDraftSaver<Entered, () => Promise<void>>((_, save) => void save().catch(ignore), {
    after: (milliseconds, run) => this.#after(milliseconds, run),
    whenLeft: () => undefined,
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

  /** The window is gone with whatever it had not sent. */
  stop(): void {
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
