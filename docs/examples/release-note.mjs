/** Puts a note into the list of releases: shows it first, and posts it once the person has applied it. */
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';

export default {
  name: 'release_note',
  description: 'Add a note to the list of releases. Not for notes within the code.',
  parameters: {
    type: 'object',
    properties: { version: { type: 'string' }, text: { type: 'string' } },
    required: ['version', 'text'],
  },
  execute({ version, text }, { folder, pushPendingAction }) {
    const line = `- **${version}** ${text}\n`;
    pushPendingAction({
      label: `Note on ${version}`,
      preview: { markdown: line },
      async apply() {
        await appendFile(join(folder, 'RELEASES.md'), line);
        return 'It stands in RELEASES.md.';
      },
      reject: (reason) => `Nothing was added. The person said: ${reason}`,
    });
  },
};
