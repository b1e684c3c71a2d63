import type { PlanNote, Decision } from '../../../src/shared/previews/decision.ts';
import type { Transcript } from '../../../src/shared/transcript/transcript.ts';
import { actionsOf, call, previewChat } from './preview-chat.ts';

/** A chat over HTTP in plan mode. */
export const planChat = () => previewChat(undefined, 'plan');

export const planText = '# A plan\n\n## Steps\n\n1. Write it.\n2. Read it.\n';

export const propose = (id = 'p1', plan = planText, title = 'A plan') =>
  call(id, 'propose_plan', { title, plan });

export const approveHere = (more: { notes?: PlanNote[]; edited?: string } = {}): Decision => ({
  type: 'approve-plan',
  start: 'here',
  notes: [],
  ...more,
});

export const approveFresh: Decision = { type: 'approve-plan', start: 'fresh', notes: [] };

export const note: PlanNote = { at: 2, heading: 'Steps', quote: 'Write it.', text: 'In plain words' };

export const refine: Decision = { type: 'refine-plan', notes: [note] };

export const approvedText =
  'Plan approved: A plan. You are in exec mode now. Carry the plan out, step by step.';

/** The names of the tools a request carried. */
export const toolNames = (body: { tools: { name: string }[] }) => body.tools.map(({ name }) => name);

/** True when everything that was staged has ended. */
export const settled = (now: Transcript) =>
  actionsOf(now).length > 0 && actionsOf(now).every(({ outcome }) => outcome !== null);
