import { Component, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { LostPart } from '../../ui/lazy-part.ts';
import type { TranscriptRow } from './transcript-row.ts';

type RowBoundaryProps = { row: TranscriptRow; children: ReactNode };
type RowBoundaryState = { error: unknown; of: TranscriptRow | null };

/** A row that cannot be shown takes one line, and the rest of the chat stays; it is tried again when it changes. */
export class RowBoundary extends Component<RowBoundaryProps, RowBoundaryState> {
  override state: RowBoundaryState = { error: null, of: null };

  static getDerivedStateFromError(error: unknown): Partial<RowBoundaryState> {
    return { error: error ?? new Error('Nothing was thrown') };
  }

  static getDerivedStateFromProps(
    { row }: RowBoundaryProps,
    { of }: RowBoundaryState,
  ): RowBoundaryState | null {
    return row === of ? null : { error: null, of: row };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (error instanceof LostPart) return <LostRow />;
    return (
      <p className="column flex min-h-8 items-center gap-1 pt-4 text-second text-secondary">
        This message could not be shown
        <CopyButton label="Copy details" text={() => detailsOf(error, this.props.row)} />
      </p>
    );
  }
}

/** Only a reload mends it, and nobody waits for an answer in vain. */
function LostRow() {
  return (
    <p
      role="alert"
      className="column flex min-h-8 flex-wrap items-center gap-2 pt-4 text-second text-secondary"
    >
      Something here could not be loaded. Nothing is lost.
      <Button onClick={() => window.location.reload()}>Reload</Button>
    </p>
  );
}

/** For a report of the bug; nothing of what was said. */
function detailsOf(error: unknown, { key, type }: TranscriptRow): string {
  const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `Row ${key} (${type})\n${told}`;
}
