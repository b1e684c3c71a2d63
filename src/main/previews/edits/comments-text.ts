import type { LineComment } from '../../../shared/previews/decision.ts';
import { filledComments } from '../../../shared/previews/line-comments.ts';
import { shownName } from '../../folder/workspace-path.ts';
import type { StagedFile } from '../../storage/action-store.ts';

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
