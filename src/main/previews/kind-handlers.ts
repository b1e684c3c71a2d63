import type { Decision } from '../../shared/previews/decision.ts';
import type { PreviewKind } from '../../shared/previews/preview-kind.ts';
import type { EditWriter } from '../folder/apply-edit.ts';
import type { WritableFolder } from '../folder/chat-folder.ts';
import { ToolError } from '../folder/file-content.ts';
import {
  type StagedFile,
  type StoredAction,
  storedAs,
  type StoredCustom,
  type StoredOf,
} from '../storage/action-store.ts';
import { editHandler } from './edits/edit-handler.ts';
import { mergedEdit } from './edits/merge-edits.ts';
import { isRepeatedOnEdit, withUserChanges } from './edits/user-changes.ts';
import {
  isRepeatedOnPlan,
  planHandler,
  type PlanHandlerDeps,
  reviewHandler,
  withPlanEdit,
} from './plans/plan-handler.ts';
import type { ResolveHandler } from './resolve-handler.ts';
import { type EditedAction, isDecidedSo } from './stored-decision.ts';

export type HandlerDeps = PlanHandlerDeps & {
  /** Returns the folder that a preview is about. */
  folderOf: (action: StoredAction) => WritableFolder;
  writer: EditWriter;
  report: (error: unknown) => string;
};

/** What main does with a kind of preview. */
type MainKind<Kind extends PreviewKind> = {
  /** Returns the handler of a stored action, so that a restart changes nothing. */
  handler(action: StoredOf<Kind>, deps: HandlerDeps): ResolveHandler;
  /** Returns the action as a decision has it: with the person's edits. */
  withEdits(action: StoredOf<Kind>, decision: Decision): EditedAction<StoredAction>;
  /** True when this very decision was taken before, and is carried out or waits for that. */
  isRepeated(action: StoredOf<Kind>, fingerprint: string, decision: Decision): boolean;
  /** Returns the action merged with its files as they are now; undefined where none has changed or one can't be merged. */
  merged(action: StoredOf<Kind>, deps: HandlerDeps): Promise<StoredAction | undefined>;
  /** Returns the files that undoing it puts back; null where it can't be undone. */
  filesToUndo(action: StoredOf<Kind>): readonly StagedFile[] | null;
};

const kinds: { [Kind in PreviewKind]: MainKind<Kind> } = {
  edit: {
    handler: (action, { folderOf, writer, report }) => ({
      ...editHandler(action, folderOf(action), writer),
      onApplyError: reportUnexpected(report),
    }),
    withEdits: withUserChanges,
    isRepeated: isRepeatedOnEdit,
    merged: (action, { folderOf }) => mergedEdit(action, folderOf(action)),
    filesToUndo: ({ content }) => content.files,
  },
  plan: {
    handler: (action, deps) =>
      action.shown.asker === undefined
        ? { ...planHandler(action, deps), onApplyError: reportUnexpected(deps.report) }
        : reviewHandler(action),
    withEdits: withPlanEdit,
    isRepeated: isRepeatedOnPlan,
    merged: async () => undefined,
    filesToUndo: () => null,
  },
  custom: {
    handler: customHandler,
    withEdits: (action) => ({ ok: true, action }),
    isRepeated: ({ shown }, fingerprint, decision) =>
      shown.fingerprint === fingerprint && isDecidedSo(shown.state, decision),
    merged: async () => undefined,
    filesToUndo: () => null,
  },
};

/** A failure in words of a tool is the model's alone; any other is logged as well. */
function reportUnexpected(report: (error: unknown) => string): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof ToolError)) report(error);
  };
}

type OfKind = {
  handler(deps: HandlerDeps): ResolveHandler;
  withEdits(decision: Decision): EditedAction<StoredAction>;
  isRepeated(fingerprint: string, decision: Decision): boolean;
  merged(deps: HandlerDeps): Promise<StoredAction | undefined>;
  filesToUndo(): readonly StagedFile[] | null;
};

/** Returns what main does with a preview of its kind. */
export function handlersOf(action: StoredAction): OfKind {
  switch (action.content.type) {
    case 'edit':
      return bound(kinds.edit, storedAs(action, 'edit'));
    case 'plan':
      return bound(kinds.plan, storedAs(action, 'plan'));
    case 'custom':
      return bound(kinds.custom, storedAs(action, 'custom'));
  }
}

function bound<Kind extends PreviewKind>(kind: MainKind<Kind>, action: StoredOf<Kind>): OfKind {
  return {
    handler: (deps) => kind.handler(action, deps),
    withEdits: (decision) => kind.withEdits(action, decision),
    isRepeated: (fingerprint, decision) => kind.isRepeated(action, fingerprint, decision),
    merged: (deps) => kind.merged(action, deps),
    filesToUndo: () => kind.filesToUndo(action),
  };
}

/** Returns the handler of what a custom tool staged, where the tool that would carry it out is gone. */
function customHandler({ shown }: StoredCustom): ResolveHandler {
  const { label, sourceToolName, state } = shown;
  return {
    label,
    sourceToolName,
    async apply() {
      throw new ToolError(
        state.type === 'carrying-out'
          ? `Parley ended while ${sourceToolName} applied this. Nobody knows how far it came.`
          : `${sourceToolName} no longer runs, so this can’t be applied. Nothing was changed. Call it again.`,
      );
    },
  };
}
