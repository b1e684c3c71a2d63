import type { ActionId, WorkspaceId } from '../../shared/ids.ts';
import type { Decision } from '../../shared/previews/decision.ts';
import type { PreviewDraftChange } from '../../shared/previews/preview-draft.ts';
import { draftOf } from '../../shared/questions/answers.ts';
import type { Draft } from '../../shared/questions/questions.ts';
import type { Part } from '../../shared/transcript/transcript.ts';
import type { AskPart } from '../cards/question/question-card-kind.ts';
import type { CardCalls } from '../cards/store/card-kinds.ts';
import type { CardStore, createCardStore } from '../cards/store/card-store.ts';
import type { CallResult, Failed } from '../cards/store/card-kind.ts';
import type { Companion } from '../companion.ts';
import { failureText, tooLongText } from '../connection/connection.ts';
import { openOutside } from '../host.ts';
import { pageTiming } from '../page-timing.ts';
import { type ParleyStore, setChatLine } from './parley-store.ts';
import { hasTooLong } from './text-limit.ts';

/** Passed in by the cards, so that a window without cards does not load the store. */
type Create = typeof createCardStore;

export type CardStores = UnsentAnswers & {
  cardsOf(id: WorkspaceId, create: Create): CardStore;
};

/** `onDecided` is called with a chat in which this window has settled something by a card. */
export function createCardStores(
  companion: Companion,
  store: ParleyStore,
  onDecided: (id: WorkspaceId) => void,
): CardStores {
  const stores = new Map<WorkspaceId, CardStore>();

  return {
    cardsOf(id, create) {
      const known = stores.get(id) ?? create(cardCalls(companion, store, id, onDecided), pageTiming);
      stores.set(id, known);
      return known;
    },
    ...createUnsentAnswers(store, stores),
  };
}

/**
 * The calls of one chat's cards. A text that main would refuse is not sent, and a draft that can't be saved is
 * reported in the chat.
 */
function cardCalls(
  { client: { workspace } }: Companion,
  store: ParleyStore,
  workspaceId: WorkspaceId,
  onDecided: (id: WorkspaceId) => void,
): CardCalls {
  const settle: Settle = async (text, call) => {
    const result = await resultUnlessTooLong(text, call);
    if (result.ok) onDecided(workspaceId);
    return result;
  };
  const say = (text: string) => setChatLine(store, workspaceId, text);

  const keep = (kept: unknown, call: () => Promise<unknown>) =>
    hasTooLong(kept) ? say(tooLongText) : void call().catch((error: unknown) => say(failureText(error)));

  const decide = (actionId: ActionId, fingerprint: string, decision: Decision) =>
    settle(decision, () => workspace.decidePreview({ workspaceId, actionId, fingerprint, decision }));

  const saveOf = ({ action }: { action: { id: ActionId } }, change: PreviewDraftChange) =>
    keep(change, () => workspace.savePreviewDraft({ workspaceId, actionId: action.id, change }));

  return {
    question: {
      save: ({ toolCallId }, entries) =>
        keep(entries, () => workspace.saveAskDraft({ workspaceId, toolCallId, entries })),
      touch: (toolCallId) => keep(null, () => workspace.touchAsk({ workspaceId, toolCallId })),
      submit: (toolCallId, answers) =>
        settle(answers, () => workspace.answerAskUserQuestion({ workspaceId, toolCallId, answers })),
      decline: (toolCallId, reason) =>
        settle(reason, () => workspace.declineAskUserQuestion({ workspaceId, toolCallId, reason })),
    },
    preview: {
      save: saveOf,
      decide: ({ id }, fingerprint, decision) => decide(id, fingerprint, decision),
      undo: ({ id }) => resultOf(workspace.undoPreview({ workspaceId, actionId: id })),
      redo: ({ id }) => resultOf(workspace.redoPreview({ workspaceId, actionId: id })),
      refresh: ({ id }) => resultOf(workspace.refreshPreview({ workspaceId, actionId: id })),
      filesInWay: ({ id }) => workspace.filesInWay({ workspaceId, actionId: id }).then(({ paths }) => paths),
      proposedText: ({ id }, path) =>
        workspace
          .proposedText({ workspaceId, actionId: id, path })
          .then((proposed) => ({ ok: true as const, ...proposed }), failed),
      openInEditor: (path, line) => resultOf(workspace.openInEditor({ workspaceId, path, line })),
      diffOfEdit: ({ id }, edit) =>
        workspace
          .diffOfEdit({ workspaceId, actionId: id, edit })
          .then((diff) => ({ ok: true as const, diff }), failed),
    },
    permission: permissionCalls(workspace, workspaceId, { keep, settle }),
    plan: { save: saveOf, decide: ({ id, fingerprint }, decision) => decide(id, fingerprint, decision) },
    custom: { save: saveOf, decide: ({ id, fingerprint }, decision) => decide(id, fingerprint, decision) },
    run: {
      save: () => undefined,
      stop: ({ toolCallId }) => resultOf(workspace.stopCommand({ workspaceId, toolCallId })),
    },
    form: formCalls(workspace, workspaceId, { keep, settle }),
  };
}

type Keep = (kept: unknown, call: () => Promise<unknown>) => void;

/** Makes the call that settles something, unless its text is too long. */
type Settle = (text: unknown, call: () => Promise<unknown>) => Promise<CallResult>;

type Storing = { keep: Keep; settle: Settle };

function permissionCalls(
  workspace: Companion['client']['workspace'],
  workspaceId: WorkspaceId,
  { keep, settle }: Storing,
): CardCalls['permission'] {
  return {
    save: ({ toolCallId, permission: { id: permissionId } }, draft) =>
      keep(draft, () => workspace.savePermissionDraft({ workspaceId, toolCallId, permissionId, draft })),
    answer: ({ toolCallId, permission: { id: permissionId } }, answer) =>
      settle(answer, () => workspace.answerPermission({ workspaceId, toolCallId, permissionId, answer })),
    pastCommands: ({ toolCallId, permission: { id: permissionId } }) =>
      workspace.pastCommands({ workspaceId, toolCallId, permissionId }),
  };
}

function formCalls(
  workspace: Companion['client']['workspace'],
  workspaceId: WorkspaceId,
  { keep, settle }: Storing,
): CardCalls['form'] {
  return {
    save: ({ call: toolCallId, form }, { entries: draft }) =>
      keep(draft, () => workspace.saveFormDraft({ workspaceId, toolCallId, formId: form.id, draft })),
    answer: ({ call: toolCallId, form }, answer) =>
      settle(answer, () => workspace.answerForm({ workspaceId, toolCallId, formId: form.id, answer })),
    finish: ({ call: toolCallId, form }) =>
      settle(null, () => workspace.finishLink({ workspaceId, toolCallId, formId: form.id })),
    open: openOutside,
  };
}

/** Resolves to the result of a call, which is not made where main would refuse the text as too long. */
async function resultUnlessTooLong(text: unknown, call: () => Promise<unknown>): Promise<CallResult> {
  return hasTooLong(text) ? { ok: false, message: tooLongText } : resultOf(call());
}

/** Resolves to the result of a call, with the problem for the person if it failed. */
function resultOf(call: Promise<unknown>): Promise<CallResult> {
  return call.then(() => ({ ok: true as const }), failed);
}

function failed(error: unknown): Failed {
  return { ok: false, message: failureText(error) };
}

type UnsentAnswers = {
  /** The person's note on a question, which goes along with its answer. */
  noteOn(id: WorkspaceId, part: AskPart, questionId: string): string;
  /** True if stopping would lose unsent input on a waiting question. */
  hasUnsentAnswers(id: WorkspaceId): boolean;
};

/** Reads unsent input from the cards of questions; a chat whose cards were never shown has no store. */
function createUnsentAnswers(store: ParleyStore, stores: ReadonlyMap<WorkspaceId, CardStore>): UnsentAnswers {
  return {
    noteOn: (id, part, questionId) => draftOf(draftIn(stores.get(id), part), questionId).note,
    hasUnsentAnswers(id) {
      const chat = store.getState().chats[id];
      if (chat?.status !== 'ready') return false;
      const parts = chat.transcript.messages.flatMap((message) =>
        message.role === 'agent' ? message.parts : [],
      );
      return parts.some((part) => isWaiting(part) && isFilled(stores.get(id), part));
    },
  };
}

function isWaiting(part: Part): part is AskPart {
  return part.type === 'tool' && 'ask' in part && part.ask !== null && part.ask.settlement === null;
}

/** True if something is entered on a card, even if it has not been shown yet. */
function isFilled(store: CardStore | undefined, part: AskPart): boolean {
  return draftIn(store, part).some(
    ({ picks, other, note }) => picks.length > 0 || other !== '' || note !== '',
  );
}

/** Returns the input on a card as this window has it, else as main stored it. */
function draftIn(store: CardStore | undefined, { toolCallId, ask }: AskPart): Draft {
  const card = store?.cards.getState().get(toolCallId);
  return card?.kind === 'question' ? card.draft : ask.draft;
}
