import type { ActionId, ToolCallId, WorkspaceId } from '../../../src/shared/ids.ts';
import { Entered, type Entry } from './entered.ts';

/** Fields for what is not sent yet. */
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
  /** Number of entries acknowledged as stored. */
  saved = 0;
  /** Number of fields with an entry that were looked up in a database. */
  looked = 0;

  /** Makes a call; once it is acknowledged, whatever was sent before it has arrived too. */
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

  /** Returns the entries missing in a database; `found` gives what it holds for a field, or undefined once that takes nothing any more. */
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
