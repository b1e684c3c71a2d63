import { seededRandom } from '../../scripts/trials/random.ts';
import { markdownOfLength } from './markdown.ts';

const length = 20_000;

export const streamEnd = 'This is the end of the stream.';

/** Answer that an agent streams: 20,000 characters of Markdown. */
export const streamText = markdownOfLength(seededRandom(20_000), length, streamEnd);

/** The pieces in which a provider sends it. */
export const streamPieces = streamText.match(/[^]{1,24}/g) ?? [];
