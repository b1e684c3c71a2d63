import type { Form } from '../forms/form.ts';
import { callOfKind } from './call-of-kind.ts';
import type { ToolPart } from './transcript.ts';
import type { TranscriptEvent } from './transcript-event.ts';

function inItsKind(
  part: ToolPart,
  { kind, input, work }: Extract<TranscriptEvent, { type: 'call-changed' }>,
): ToolPart {
  if (part.kind === kind) return { ...part, input, work };
  const { toolCallId, toolName, result, span, permission, forms } = part;
  const more = { ...(span && { span }), ...(permission && { permission }), ...(forms && { forms }) };
  return callOfKind(kind, { toolCallId, toolName, input, result, work, ...more });
}

type OfCall = Extract<
  TranscriptEvent,
  {
    type:
      | 'action-changed'
      | 'run-changed'
      | 'permission-changed'
      | 'form-changed'
      | 'call-changed'
      | 'tool-settled';
  }
>;

export function changedCall(part: ToolPart, event: OfCall): ToolPart {
  switch (event.type) {
    case 'action-changed':
      return part.kind === 'preview' ? { ...part, action: event.action } : part;
    case 'run-changed':
      return part.kind === 'run' ? { ...part, run: event.run } : part;
    case 'permission-changed':
      return { ...part, permission: event.permission };
    case 'form-changed':
      return { ...part, forms: withForm(part.forms, event.form) };
    case 'call-changed':
      return inItsKind(part, event);
    case 'tool-settled':
      return { ...part, result: event.result, ...(event.span && { span: event.span }) };
  }
}

function withForm(forms: readonly Form[] = [], form: Form): Form[] {
  const index = forms.findIndex(({ id }) => id === form.id);
  return index === -1 ? [...forms, form] : forms.with(index, form);
}
