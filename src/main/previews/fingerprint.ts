import { createHash } from 'node:crypto';
import type { Preview } from '../../shared/previews/preview.ts';
import type { StagedContent } from '../storage/action-store.ts';

/** Names exactly what a preview shows and what applying it does; 64 hexadecimal digits. */
export function fingerprintOf(preview: Preview, content: StagedContent): string {
  return createHash('sha256')
    .update(JSON.stringify([preview, content]))
    .digest('hex');
}
