import { createContext } from 'react';
import type { FolderImage } from '../../../shared/transcript/folder-image.ts';

/** Resolves to an image of the open chat's folder; null for what is none that may be shown. */
export type ReadFolderImage = (path: string) => Promise<FolderImage | null>;

/** Null where no chat is open: an image of a folder stands as its description then. */
export const FolderImagesContext = createContext<ReadFolderImage | null>(null);
