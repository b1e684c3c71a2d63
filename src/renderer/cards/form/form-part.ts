import type { Form } from '../../../shared/forms/form.ts';
import type { ToolCallId } from '../../../shared/ids.ts';
import type { ToolPart } from '../../../shared/transcript/transcript.ts';

/** A call that asked a person to fill in or open something. */
export type FormsPart = ToolPart & { forms: Form[] };

/**
 * One form or link of a call; `done` once the call has its result. A call may ask several, so the key of a card's
 * state, which is called `toolCallId` for every kind, is made of both.
 */
export type FormPart = { toolCallId: ToolCallId; call: ToolCallId; form: Form; done: boolean };

/** Returns a form of a call as its card takes it. */
export function formPart(call: ToolCallId, form: Form, done: boolean): FormPart {
  const key = `${call} ${form.id}`;
  if (!isKey(key)) throw new Error('A form has no name.');
  return { toolCallId: key, call, form, done };
}

function isKey(key: string): key is ToolCallId {
  return key !== '';
}

/** True for a call whose forms have cards: any but one that waits for a permission first. */
export function showsForms(part: ToolPart): part is FormsPart {
  return part.forms !== undefined && part.forms.length > 0 && part.permission?.settlement !== null;
}

/** True for a link that was opened and is not called done yet. */
export function isOpened({ form, done }: Pick<FormPart, 'form' | 'done'>): boolean {
  const { subject, settlement, finished } = form;
  return subject.type === 'link' && settlement?.ending.type === 'accepted' && finished === null && !done;
}

/** True once nothing of it is left to do for the person. */
export function hasEnded(part: Pick<FormPart, 'form' | 'done'>): boolean {
  return part.form.settlement !== null && !isOpened(part);
}

/** The name by which a card says who asks: the server's, where one is known. */
export function askerOf({ asker }: Pick<Form, 'asker'>): string {
  return asker.server ?? asker.agent;
}
