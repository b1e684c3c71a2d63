import type { WorkspaceId } from '../../../../shared/ids.ts';
import type { Forms } from '../../../forms/forms.ts';
import { isRecord } from '../calls/call-state.ts';
import type { Elicitation } from '../protocol/elicitation.schema.ts';
import type { TurnControl } from '../turn-control.ts';
import { askForeignForm } from './foreign-form.ts';
import { withdrawalOf } from './permit.ts';

/** An agent's request that nobody answers any more. */
export const noAnswer = { action: 'cancel' } as const;

/** The forms and links of the agent of a chat that are no questions of a known kind, and what an opened link was for. */
export class ForeignForms {
  readonly #forms: Forms;
  readonly #workspaceId: WorkspaceId;
  /** The agent's name for people. */
  readonly #name: string;
  readonly #completing = new Map<string, () => void>();

  constructor(forms: Forms, workspaceId: WorkspaceId, name: string) {
    this.#forms = forms;
    this.#workspaceId = workspaceId;
    this.#name = name;
  }

  /** Asks for an answer to a form or a link of an agent; `params` is the request as it was read. */
  async answer(form: Elicitation, params: unknown, signal: AbortSignal, turn: TurnControl): Promise<unknown> {
    const { recorder } = turn;
    const known = form.toolCallId === undefined ? undefined : recorder.calls.get(form.toolCallId);
    const call = known ?? recorder.add('plain', 'form', { message: form.message });
    if (call === undefined) return noAnswer;
    const done = Promise.withResolvers<void>();
    const { elicitationId } = form;
    if (elicitationId !== undefined) this.#completing.set(elicitationId, done.resolve);
    let isOpened = false;
    try {
      const { answer, problem } = await askForeignForm({
        forms: this.#forms,
        workspaceId: this.#workspaceId,
        name: this.#name,
        call,
        form,
        params,
        stop: turn.stop,
        withdrawn: withdrawalOf(signal, turn),
        completed: done.promise,
      });
      isOpened = form.mode === 'url' && isRecord(answer) && answer['action'] === 'accept';
      if (problem !== null) recorder.note(`${this.#name} asked with a form that can’t be shown: ${problem}`);
      if (known === undefined) recorder.settleWithNext(call, true);
      return answer;
    } finally {
      // What an opened address is for ends later, in its own time.
      if (!isOpened && elicitationId !== undefined) this.#completing.delete(elicitationId);
    }
  }

  /** The agent says that what an address was for is done, also long after it was opened. */
  completed(params: unknown): void {
    const id = isRecord(params) ? params['elicitationId'] : undefined;
    if (typeof id !== 'string') return;
    this.#completing.get(id)?.();
    this.#completing.delete(id);
  }
}
