import type { Decision } from './decision.ts';
import type { Preview } from './preview.ts';

export type PreviewKind = Preview['type'];

export type PreviewOf<Kind extends PreviewKind> = Extract<Preview, { type: Kind }>;

/** The rules of a kind that every process knows; main and the window have records of their own beside it. */
type KindRules = {
  /** The decisions that a person can take about it. */
  decisions: readonly Decision['type'][];
  /** True where `auto-edits` lets an agent apply it, as long as no file of it is marked or changed meanwhile. */
  appliesUnasked: boolean;
  /** True where the agent goes on at once after that decision, also after its end; undefined where none was taken. */
  agentGoesOn(decision: Decision['type'] | undefined): boolean;
  /** The word for its end once it is applied. */
  appliedWord: 'Applied' | 'Approved';
};

export const previewKinds = {
  edit: {
    decisions: ['apply', 'discard', 'ask-for-changes'],
    appliesUnasked: true,
    agentGoesOn: (decision) => decision === 'ask-for-changes',
    appliedWord: 'Applied',
  },
  plan: {
    decisions: ['apply', 'discard', 'approve-plan', 'refine-plan'],
    appliesUnasked: false,
    agentGoesOn: (decision) => decision !== 'discard',
    appliedWord: 'Approved',
  },
  custom: {
    decisions: ['apply', 'discard'],
    appliesUnasked: false,
    agentGoesOn: () => false,
    appliedWord: 'Applied',
  },
} satisfies Record<PreviewKind, KindRules>;

/** True where a person can decide so about a preview. */
export function takesDecision({ type }: Preview, decision: Decision): boolean {
  const { decisions }: KindRules = previewKinds[type];
  return decisions.includes(decision.type);
}

/** True where the agent goes on at once after a decision about a preview; undefined where none was taken. */
export function agentGoesOn({ type }: Preview, decision: Decision['type'] | undefined): boolean {
  return previewKinds[type].agentGoesOn(decision);
}

/** True where a decision sends a preview back to be staged anew. */
export function isSentBack(decision: Decision | null): boolean {
  return decision?.type === 'refine-plan' || decision?.type === 'ask-for-changes';
}

/** True where `auto-edits` lets an agent apply a preview: nothing in it has to be seen first. */
export function appliesUnasked(preview: Preview): boolean {
  return previewKinds[preview.type].appliesUnasked && !hasToBeSeen(preview);
}

function hasToBeSeen(preview: Preview): boolean {
  switch (preview.type) {
    case 'edit':
      return preview.files.some(({ marks, meanwhile }) => marks !== undefined || meanwhile !== undefined);
    case 'plan':
    case 'custom':
      return false;
  }
}

/** Returns the words of a preview that a search finds it by. */
export function searchWords(preview: Preview, label: string): string[] {
  switch (preview.type) {
    case 'edit':
      return [label, ...preview.files.map(({ path }) => path)];
    case 'plan':
      return [preview.title, preview.plan];
    case 'custom':
      return [label, preview.markdown];
  }
}
