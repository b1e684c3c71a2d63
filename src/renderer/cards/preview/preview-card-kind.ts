import type { DraftDrop } from '../../../shared/previews/preview-draft.ts';
import { type CardHandle, type CardKind, isSending } from '../store/card-kind.ts';
import { commentIntents, textEditIntents } from './file-intents.ts';
import { commonKind } from './common-kind.ts';
import {
  applyDecision,
  askDecision,
  currentPicks,
  droppedOf,
  initialCard,
  linesOf,
  sentComments,
  settledCard,
} from './preview-card-state.ts';
import type { EndIntents, PreviewCardTypes, ViewIntents } from './preview-intents.ts';

export const previewCardKind: CardKind<PreviewCardTypes> & { name: 'preview' } = {
  name: 'preview',
  initial: initialCard,
  ...commonKind,
  settle: settledCard,
  intents: (card) => ({
    ...textEditIntents(card),
    ...commentIntents(card),
    ...viewIntents(card),
    ...endIntents(card),
  }),
};

/** Drops of a card; those of a preview that has changed since are forgotten with the next one. */
function dropIntents({
  part,
  read,
  write,
  save,
}: CardHandle<PreviewCardTypes>): Pick<ViewIntents, 'dropFile' | 'dropChange'> {
  const { fingerprint } = part.action;

  function set(path: string, drop: Omit<DraftDrop, 'path' | 'fingerprint'> | null): void {
    if (isSending(read())) return;
    const others = read().drops.filter((other) => other.fingerprint === fingerprint && other.path !== path);
    const drops = drop === null ? others : [...others, { path, fingerprint, ...drop }];
    write({ drops });
    save({ drops }, 'now');
  }

  return {
    dropFile: (path, dropped) => set(path, dropped ? {} : null),
    dropChange(file, change, dropped) {
      const now = new Set(droppedOf(read(), fingerprint, file).changes);
      if (dropped) now.add(change);
      else now.delete(change);
      if (now.size === 0) set(file.path, null);
      else
        set(file.path, now.size === file.hunks.length ? {} : { changes: [...now].toSorted((a, b) => a - b) });
    },
  };
}

/** More parts than any diff has. */
const allParts = 1_000_000;

function viewIntents(card: CardHandle<PreviewCardTypes>): ViewIntents {
  const { part, calls, read, write, save } = card;

  async function readText(path: string): Promise<void> {
    const text = await calls.proposedText(part.action, path).catch(() => null);
    if (text?.ok !== true) return;
    const { fingerprint } = text;
    write({ texts: new Map(read().texts).set(path, { fingerprint, lines: text.text.split('\n') }) });
  }

  return {
    ...dropIntents(card),
    pickSide(path, conflict, side) {
      if (isSending(read())) return;
      const { fingerprint } = part.action;
      const picks = [
        ...currentPicks(read(), fingerprint).filter(
          (pick) => pick.path !== path || pick.conflict !== conflict,
        ),
        { path, conflict, side, fingerprint },
      ];
      write({ picks });
      save({ picks }, 'now');
    },
    setWrap: (wrap) => write({ wrap }),
    showEverything() {
      const { files } = part.action.preview;
      write({ turned: [], shownParts: new Map(files.map(({ path }) => [path, allParts])) });
    },
    showUnchanged(path, change) {
      const { shownGaps } = read();
      write({ shownGaps: new Map(shownGaps).set(path, [...(shownGaps.get(path) ?? []), change]) });
      if (linesOf(read(), part.action.fingerprint, path) === null) void readText(path);
    },
    openInEditor(path, line) {
      void calls
        .openInEditor(path, line)
        .then((result) => write({ failure: result.ok ? null : result.message }));
    },
    openField: (field) => write({ field }),
    typeNote(note) {
      write({ note });
      save({ note }, 'soon');
    },
    typeReason(reason) {
      write({ reason });
      save({ reason }, 'soon');
    },
    turnFile(path) {
      const { turned } = read();
      const others = turned.filter((other) => other !== path);
      write({ turned: others.length < turned.length ? others : [...others, path] });
    },
    showParts: (path, count) => write({ shownParts: new Map(read().shownParts).set(path, count) }),
    noteRows: (path, count) => write({ shownRows: new Map(read().shownRows).set(path, count) }),
  };
}

function endIntents({ part, calls, read, write, send }: CardHandle<PreviewCardTypes>): EndIntents {
  const { action } = part;

  function checkFiles(): void {
    if (action.state.type === 'open') {
      void calls.refresh(action).catch(() => undefined);
      return;
    }
    calls.filesInWay(action).then(
      (filesInWay) => {
        const known = read().filesInWay;
        const isKnown =
          known?.length === filesInWay.length && known.every((path, at) => path === filesInWay[at]);
        if (!isKnown) write({ filesInWay });
      },
      () => undefined,
    );
  }

  return {
    apply() {
      const { fingerprint, decision } = applyDecision(read(), action);
      // What was edited is a part of the preview once it is decided.
      const done = { edits: [], drops: [], picks: [], editing: null };
      void send('apply', () => calls.decide(action, fingerprint, decision), done);
    },
    discard() {
      const { reason } = read();
      const given = { ...(reason.trim() !== '' && { reason }), ...sentComments(read()) };
      void send('discard', () => calls.decide(action, action.fingerprint, { type: 'discard', ...given }));
    },
    askForChanges() {
      const asked = askDecision(read(), action);
      if (asked === null) return write({ field: 'note' });
      const done = { edits: [], drops: [], picks: [], editing: null };
      void send('ask', () => calls.decide(action, asked.fingerprint, asked.decision), done);
    },
    checkFiles,
    undo() {
      if (isSending(read())) return;
      void send('undo', () => calls.undo(action)).then(checkFiles);
    },
    redo() {
      if (isSending(read())) return;
      void send('redo', () => calls.redo(action)).then(checkFiles);
    },
  };
}
