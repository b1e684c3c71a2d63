import { CopyButton } from '../../ui/copy-button.tsx';
import { type PreviewCardState, changedEdits } from './preview-card-state.ts';

/** Unsent input of a card that ended without it. Nothing typed is lost. */
export function PreviewUnsent({ card }: { card: PreviewCardState }) {
  const left = [
    { name: 'Note', text: card.note, isCode: false },
    { name: 'Reason', text: card.reason, isCode: false },
    ...changedEdits(card).map(({ path, text }) => ({ name: `Text of ${path}`, text, isCode: true })),
  ].filter(({ text }) => text.trim() !== '');
  if (left.length === 0) return null;
  return (
    <div className="mt-3 border-s-2 border-hairline ps-3 text-secondary">
      <p className="text-small">Entered here, not sent</p>
      {left.map(({ name, text, isCode }) => (
        <div key={name} className="mt-1">
          <div className="flex items-center gap-1 text-small">
            <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
            <CopyButton label={`Copy ${name.charAt(0).toLowerCase()}${name.slice(1)}`} text={() => text} />
          </div>
          <pre
            dir="auto"
            tabIndex={0}
            role="group"
            aria-label={name}
            className={`max-h-40 overflow-auto whitespace-pre-wrap wrap-anywhere ${isCode ? 'font-mono text-code' : 'font-sans'}`}
          >
            {text}
          </pre>
        </div>
      ))}
    </div>
  );
}
