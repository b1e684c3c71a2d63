import type { PaneContent } from '../state/view-state.ts';
import { PreviewPane } from './preview-pane.tsx';
import { TurnPane } from './turn-pane.tsx';

/** The texts that are read as a diff or a plan: staged changes, and those of a turn. One file to load, for most of it is shared. */
export function ChangesPane({ content }: { content: Extract<PaneContent, { type: 'preview' | 'turn' }> }) {
  switch (content.type) {
    case 'preview':
      return <PreviewPane key={content.toolCallId} {...content} />;
    case 'turn':
      return <TurnPane key={content.messageId} {...content} />;
  }
}
