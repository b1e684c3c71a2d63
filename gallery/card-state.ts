import type { ToolCallId } from '../src/shared/ids.ts';
import type { Ask, QuestionPart, Refusal, ToolPart } from '../src/shared/transcript/transcript.ts';
import type { CommandRun } from '../src/shared/transcript/command-run.ts';
import type { CommandCardState } from '../src/renderer/cards/command/command-card-kind.ts';
import type { Form } from '../src/shared/forms/form.ts';
import { type FormCardState, formPart } from '../src/renderer/cards/form/form-card-kind.ts';
import type { Permission } from '../src/shared/permissions/permission.ts';
import type { PermissionCardState } from '../src/renderer/cards/permission/permission-card-kind.ts';
import type { OtherRequest } from '../src/renderer/cards/permission/same-requests.tsx';
import type { PlanAction, PlanCardState } from '../src/renderer/cards/plan/plan-card-kind.ts';
import type { EditAction, PreviewCardState } from '../src/renderer/cards/preview/preview-card-state.ts';
import type { QuestionCardState } from '../src/renderer/cards/question/question-card-kind.ts';
import type { CardKinds, CardName } from '../src/renderer/cards/store/card-kinds.ts';

/**
 * Cards of one chat, and what the person has done with them in this window: a state of the catalogue. Those that the app
 * is driven into are in `e2e/states/`, since Playwright runs in no page.
 */
export type CardState = { name: string; title: string; cards: readonly GalleryCard[] };

export function cardState(name: string, title: string, ...cards: readonly GalleryCard[]): CardState {
  return { name, title, cards };
}

/** When everything in the gallery happens, in milliseconds since 1970. */
export const sampleTime = Date.UTC(2026, 4, 12, 14, 30);

export type GalleryCard =
  | { [Name in CardName]: ShownCard<Name> }[CardName]
  | { type: 'plain'; calls: readonly QuestionPart[]; open: boolean };

type ShownCard<Name extends CardName> = {
  type: Name;
  part: CardKinds[Name]['part'];
  card: Partial<CardKinds[Name]['state']>;
  /** The layout of a diff in the pane; left out on the card. */
  view?: 'unified' | 'split';
  /** Requests of other chats for the same permission. */
  others?: readonly OtherRequest[];
};

export function questionCard(id: string, ask: Ask, card: Partial<QuestionCardState> = {}): GalleryCard {
  return { type: 'question', part: { kind: 'question', ...toolPart(id), ask }, card };
}

/** A card that shows its tool's own text (`display`) in the chat. */
export function toolDisplayCard(id: string, ask: Ask, display: string): GalleryCard {
  const result = { ok: true, text: '', display };
  return { type: 'question', part: { kind: 'question', ...toolPart(id), ask, result }, card: {} };
}

export function previewCard(
  id: string,
  action: EditAction,
  card: Partial<PreviewCardState> = {},
  view?: 'unified' | 'split',
): GalleryCard {
  return { type: 'preview', part: { kind: 'preview', ...toolPart(id), action }, card, ...(view && { view }) };
}

export function planCard(
  id: string,
  action: PlanAction,
  card: Partial<PlanCardState> = {},
  view?: 'unified',
): GalleryCard {
  return { type: 'plan', part: { kind: 'preview', ...toolPart(id), action }, card, ...(view && { view }) };
}

export function commandCard(id: string, run: CommandRun, card: Partial<CommandCardState> = {}): GalleryCard {
  return { type: 'run', part: { kind: 'run', ...toolPart(id), run }, card };
}

/** The card of a permission; `done` once its call has its result. */
export function permissionCard(
  id: string,
  permission: Permission,
  card: Partial<PermissionCardState> = {},
  done = false,
): GalleryCard {
  const result = done ? { ok: true, text: '' } : null;
  return { type: 'permission', part: { kind: 'plain', ...toolPart(id), result, permission }, card };
}

/** The card of a permission that other chats ask for too. */
export function sharedPermissionCard(permission: Permission, others: readonly OtherRequest[]): GalleryCard {
  return { type: 'permission', part: { kind: 'plain', ...toolPart('a'), permission }, card: {}, others };
}

/** The card of a form or link; `done` once its call has its result. */
export function formCard(
  id: string,
  form: Form,
  card: Partial<FormCardState> = {},
  done = false,
): GalleryCard {
  return { type: 'form', part: formPart(toolPart(id).toolCallId, form, done), card };
}

/** Returns the call that a card stands for, by which cards of one kind are numbered; null for a plain card. */
export function callOf(shown: GalleryCard): ToolPart | null {
  switch (shown.type) {
    case 'plain':
      return null;
    case 'form': {
      const { call, form } = shown.part;
      return { kind: 'plain', ...toolPart(call), forms: [form] };
    }
    case 'question':
    case 'preview':
    case 'plan':
    case 'custom':
    case 'permission':
    case 'run':
      return shown.part;
  }
}

export function refusedQuestionsCard(calls: readonly QuestionPart[], open = false): GalleryCard {
  return { type: 'plain', calls, open };
}

export function refusedCall(id: string, input: unknown, text: string, refusal: Refusal): QuestionPart {
  return { kind: 'question', ask: null, ...toolPart(id), input, result: { ok: false, text, refusal } };
}

export function refusedCommand(id: string, command: string, text: string, refusal: Refusal): QuestionPart {
  return { ...refusedCall(id, { command }, text, refusal), kind: 'command', toolName: 'shell' };
}

function toolPart(id: string) {
  if (!isToolCallId(id)) throw new Error('a card needs an id');
  return { type: 'tool' as const, toolCallId: id, toolName: 'ask_user_question', input: {}, result: null };
}

function isToolCallId(id: string): id is ToolCallId {
  return id !== '';
}

export function isWaiting(shown: GalleryCard): boolean {
  switch (shown.type) {
    case 'question':
      return shown.part.ask.settlement === null;
    case 'preview':
    case 'plan':
    case 'custom':
      return shown.part.action.state.type === 'open';
    case 'permission':
      return shown.part.permission.settlement === null;
    case 'form':
      return shown.part.form.settlement === null;
    case 'plain':
    case 'run':
      return false;
  }
}
