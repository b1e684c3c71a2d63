import type { Decision, LineComment } from '../../../shared/previews/decision.ts';
import { userEditsText } from '../../../shared/previews/text-diff.ts';
import { shownName } from '../../folder/workspace-path.ts';
import type { WritableFolder } from '../../folder/chat-folder.ts';
import type { EditWriter } from '../../folder/apply-edit.ts';
import { commentsOf, filledComments } from '../../../shared/previews/line-comments.ts';
import { decisionOf } from '../../../shared/previews/preview-state.ts';
import type { StagedFile, StoredEdit } from '../../storage/action-store.ts';
import { ToolError } from '../../folder/file-content.ts';
import { openConflict, replacedTexts } from './user-changes.ts';
import type { ResolveHandler } from '../resolve-handler.ts';

/** Returns the handler of a staged change of files, from its stored form. */
export function editHandler(
  { shown, content }: StoredEdit,
  folder: WritableFolder,
  writer: EditWriter,
): ResolveHandler {
  const { label, sourceToolName, preview, state } = shown;
  const decision = decisionOf(state);
  const comments = commentsText(commentsOf(decision), [...content.files, ...(content.dropped ?? [])]);
  return {
    label,
    sourceToolName,
    userEdit: textOfUserEdits(content),
    comments,
    async apply(_reason, _extra, signal) {
      const conflict = openConflict({ content });
      if (conflict !== undefined) throw new ToolError(conflict);
      await writer.apply({ folder, files: content.files, begun: state.type === 'carrying-out', signal });
      const files = preview.files.map(({ path, change }) => ({ path, change }));
      return { text: appliedText(label, files) + mergedText(content.files), details: { files } };
    },
    async reject() {
      return decision?.type === 'ask-for-changes'
        ? {
            text:
              changesAskedFor(label, [decision.note, comments, textOfUserEdits(content, decision.type)]) +
              staleText(content.files),
          }
        : undefined;
    },
  };
}

/** The beginning of the text for a model whose edit is sent back. */
export const sentBackStart = 'Changes asked for: ';

function changesAskedFor(label: string, said: readonly (string | undefined)[]): string {
  return [
    `${sentBackStart}${label}. Nothing was written. Stage it again with what the user asks for.`,
    ...said.filter((text) => text !== undefined && text.trim() !== ''),
  ].join('\n\n');
}

/** The beginning of the text for a model whose edit is applied. */
export const appliedStart = 'Applied: ';

function appliedText(label: string, files: readonly { path: string; change: string }[]): string {
  const list =
    files.length > 1 ? files.map(({ path, change }) => `\n- ${shownName(path)} (${change})`).join('') : '';
  return `${appliedStart}${label}.${list}`;
}

/** Returns what an agent has to know of files that were not as it had read them when its change was applied. */
function mergedText(files: readonly StagedFile[]): string {
  const names = namesMeanwhile(files);
  return names === ''
    ? ''
    : `\nChanged meanwhile, so that the change was put onto what is there now: ${names}. Read it before you change it again.`;
}

/** Returns the same where the change was not applied. */
function staleText(files: readonly StagedFile[]): string {
  const names = namesMeanwhile(files);
  return names === '' ? '' : `\n\nChanged since you read it: ${names}. Read it again first.`;
}

function namesMeanwhile(files: readonly StagedFile[]): string {
  return files
    .filter(({ meanwhile }) => meanwhile !== undefined)
    .map(({ path }) => shownName(path))
    .join(', ');
}

/**
 * Returns the text for a model about the person's comments on lines: of each the path, the number, the line and
 * the comment. Of a file that the model may not read no line is quoted. Undefined where there are none.
 */
export function commentsText(
  comments: readonly LineComment[],
  files: readonly StagedFile[],
): string | undefined {
  const withheld = new Set(files.flatMap((file) => (file.withheld ? [file.path] : [])));
  const texts = filledComments(comments).map(({ path, side, line, quote, text }) =>
    [
      `On ${shownName(path)}, line ${line}${side === 'old' ? ' before the change' : ''}:`,
      ...(withheld.has(path) ? [] : [`> ${quote}`]),
      text.trim(),
    ].join('\n'),
  );
  return texts.length === 0 ? undefined : texts.join('\n\n');
}

const ofApplied = {
  edited: 'The user edited it before applying:',
  dropped: 'The user left these files as they are:',
};
const ofSentBack = {
  edited: 'What the user would make of the proposal:',
  dropped: 'The user would leave these files as they are:',
};

/** Returns the person's edits as text for the model; undefined where there are none. */
function textOfUserEdits(
  { files, dropped = [] }: StoredEdit['content'],
  decision: Decision['type'] = 'apply',
): string | undefined {
  const words = decision === 'ask-for-changes' ? ofSentBack : ofApplied;
  const edits = replacedTexts(files.filter(({ withheld }) => !withheld));
  const kept = replacedTexts(files.filter(({ withheld }) => withheld)).map(({ path }) => shownName(path));
  const edited = edits.length + kept.length === 0 ? [] : [userEditsText(edits, kept, words.edited)];
  const left = dropped.map(({ path }) => `- ${shownName(path)}`);
  const dropText = left.length === 0 ? [] : [[words.dropped, ...left].join('\n')];
  return edited.length + dropText.length === 0 ? undefined : [...edited, ...dropText].join('\n');
}
