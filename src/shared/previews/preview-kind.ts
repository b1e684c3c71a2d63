import type { Decision } from './decision.ts';
import type { Preview } from './preview.ts';

export type PreviewKind = Preview['type'];

export type PreviewOf<Kind extends PreviewKind> = Extract<Preview, { type: Kind }>;

/** The rules of a kind that every process knows; main and the window have records of their own beside it. */
type KindRules = {
  /** The decisions that a person can take about it. */
  decisions: readonly Decision['type'][];
  /** True if `auto-edits` applies it unasked, unless a file is protected or was changed meanwhile. */
  appliesUnasked: boolean;
  /**
   * True if the agent goes on at once after that decision, even when its turn has ended; undefined if none
   * was taken.
   */
  agentGoesOn(decision: Decision['type'] | undefined): boolean;
  /** The status of one that was applied. */
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

export function takesDecision(preview: Preview, decision: Decision): boolean {
  const { decisions }: KindRules = previewKinds[preview.type];
  return decisions.includes(decision.type) && (decision.type !== 'ask-for-changes' || isAgents(preview));
}

/** True if the chat's agent proposed it; false for what the person brings back from its worktree, or puts back there. */
export function isAgents(preview: Preview): boolean {
  return preview.type !== 'edit' || (preview.broughtBack === undefined && preview.putBack === undefined);
}

/** True if the person puts back what the chat has changed. */
export function isPutBack(preview: Preview): boolean {
  return preview.type === 'edit' && preview.putBack !== undefined;
}

export function agentGoesOn({ type }: Preview, decision: Decision['type'] | undefined): boolean {
  return previewKinds[type].agentGoesOn(decision);
}

/** True if a decision sends the preview back to the agent. */
export function isSentBack(decision: Decision | null): boolean {
  return decision?.type === 'refine-plan' || decision?.type === 'ask-for-changes';
}

/** True if `auto-edits` applies the preview unasked. */
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

/** Returns the texts that a search finds a preview by. */
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
