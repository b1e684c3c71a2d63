import type { WorkspaceId } from '../../../../shared/ids.ts';
import type { Forms } from '../../../forms/forms.ts';
import { isRecord } from '../call-state.ts';
import type { Elicitation } from '../protocol.schema.ts';
import type { KnownCall } from '../update-recorder.ts';

type Asked = {
  forms: Forms;
  workspaceId: WorkspaceId;
  call: KnownCall;
  /** The agent's name for people. */
  name: string;
  form: Elicitation;
  /** The request as it was read, with the fields that only its sender knows. */
  params: unknown;
  stop: AbortSignal;
  /** Aborts when the agent stops waiting. */
  withdrawn: AbortSignal;
  /** Resolves when the agent says that what an address was for is done. */
  completed: Promise<unknown>;
};

/** The answer to a form, or why it was refused without asking. */
export type ForeignAnswer = { answer: unknown; problem: string | null };

/** Asks by the card of a form, or of a link, whatever is no question of a known kind. */
export async function askForeignForm(asked: Asked): Promise<ForeignAnswer> {
  const { forms, workspaceId, call, name, form, params, stop, withdrawn, completed } = asked;
  const { toolCallId, messageId } = call;
  const about = { workspaceId, toolCallId, messageId, who: { agent: name }, message: form.message };
  const limits = { signal: stop, withdrawn };
  const reply =
    form.mode === 'url'
      ? await forms.askToOpen({ ...about, url: form.url ?? '' }, { ...limits, completed })
      : await forms.ask(
          { ...about, schema: isRecord(params) ? params['requestedSchema'] : undefined },
          limits,
        );
  switch (reply.action) {
    case 'accept':
      return {
        answer: 'content' in reply ? { action: 'accept', content: reply.content } : { action: 'accept' },
        problem: null,
      };
    case 'decline':
    case 'cancel':
      return { answer: { action: reply.action }, problem: null };
    case 'refused':
      return { answer: { action: 'decline' }, problem: reply.problem };
  }
}
