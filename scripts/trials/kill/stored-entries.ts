import { z } from 'zod';
import { draftSchema } from '../../../src/shared/questions/questions.ts';
import { previewDraftSchema } from '../../../src/shared/previews/preview-draft.ts';
import type { Stored } from '../stored.ts';
import type { Entry } from './entered.ts';

const draftRows = z.array(z.object({ workspace_id: z.string(), subject: z.string(), body: z.string() }));

const nothing: Entry = { pick: '', text: '' };

/** Entry of each field in a database; undefined for one that takes nothing any more. */
export function storedEntries(stored: Stored): (key: string) => Entry | undefined {
  const drafts = new Map(
    draftRows
      .parse(stored.rows('SELECT workspace_id, subject, body FROM drafts'))
      .map(({ workspace_id, subject, body }) => [`${workspace_id} ${subject}`, body]),
  );
  const [settlements, actions] = [stored.settlements(), stored.actions()];
  return (key) => {
    const [, workspaceId = '', type = '', id = ''] = /^(\S+) ([^:]+):?(.*)$/.exec(key) ?? [];
    const body = drafts.get(key);
    switch (type) {
      case 'ask':
        if (settlements.get(`${workspaceId} ${id}`) !== null) return undefined;
        return body === undefined ? nothing : entryOfAsk(body);
      case 'preview': {
        const action = actions.get(`${workspaceId} ${id}`);
        if (action?.state.type !== 'open') return undefined;
        return body === undefined ? nothing : entryOfPreview(body);
      }
      default:
        return { pick: '', text: body ?? '' };
    }
  };
}

function entryOfAsk(body: string): Entry {
  const [entry] = draftSchema.parse(JSON.parse(body));
  return entry === undefined ? nothing : { pick: entry.picks[0] ?? '', text: entry.other };
}

function entryOfPreview(body: string): Entry {
  return { pick: '', text: previewDraftSchema.parse(JSON.parse(body)).note };
}
