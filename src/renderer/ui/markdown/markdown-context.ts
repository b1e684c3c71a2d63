import { createContext } from 'react';
import type { FolderImage } from '../../../shared/transcript/folder-image.ts';

/** What Markdown takes from the window it stands in. */
export type MarkdownWindow = {
  /** Resolves to an image of the open chat's folder; null for what is none that may be shown. */
  readFolderImage(path: string): Promise<FolderImage | null>;
  diagrams: {
    /** The size of each diagram that was drawn, by its text, so that its place has it when it is shown again. */
    sizes: Map<string, { width: number; height: number }>;
    /** Ends with the newest drawing: one is drawn after the other. */
    last: Promise<unknown>;
  };
};

/** Null where Markdown stands by itself: images are their descriptions there, and diagrams their texts. */
export const MarkdownContext = createContext<MarkdownWindow | null>(null);
