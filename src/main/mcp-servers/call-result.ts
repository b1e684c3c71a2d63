import type { CallToolResult } from '@modelcontextprotocol/client';
import { checkSchema } from './schema-check.ts';

/** How much text of one result a model reads, in characters: of its start and of its end. */
const longestBeginning = 160_000;
const longestEnd = 40_000;

/** The most images of one result that are kept. */
const mostImages = 10;

/** An image as a server sent it, not validated yet. */
export type SentImage = { data: Buffer; mediaType: string };

/** A result as text for the model, and its images in order. */
type ReadResult = { ok: boolean; text: string; images: SentImage[] };

/** A result with its original structured content, and the tool's output schema, if any. */
export type ServerAnswer = { result: CallToolResult; structured: unknown; promised: unknown };

/** Returns how a result breaks its output schema, for the model and a person; undefined if it doesn't. */
function brokenPromise({ result, structured, promised }: ServerAnswer): string | undefined {
  if (promised === undefined || result.isError === true) return undefined;
  if (structured === undefined)
    return '[This is not the result that the server promises: it has no structured content.]';
  const checked = checkSchema(promised, structured);
  switch (checked.type) {
    case 'fits':
      return undefined;
    case 'breaks':
      return `[This is not the result that the server promises: ${checked.problem}.]`;
    case 'invalid-schema':
      return '[Nobody can tell whether this is the result that the server promises: its schema of it is not valid.]';
  }
}

/** Parses a server's result. Content other than text and images is named. */
export function readResult(answer: ServerAnswer): ReadResult {
  const { content, isError } = answer.result;
  const images: SentImage[] = [];
  const image = (data: string, mediaType: string): string => {
    if (images.length >= mostImages) return '[An image that is not shown: there are too many]';
    images.push({ data: Buffer.from(data, 'base64'), mediaType });
    return `[Image ${images.length}]`;
  };
  const parts = content.map((part): string => {
    switch (part.type) {
      case 'text':
        return part.text;
      case 'image':
        return image(part.data, part.mimeType);
      case 'audio':
        return `[Audio, ${part.mimeType}, which can't be played here]`;
      case 'resource_link':
        return `[Resource ${part.uri}: ${part.title ?? part.name}]`;
      case 'resource': {
        const { resource } = part;
        if ('text' in resource) return `[Resource ${resource.uri}]\n${resource.text}`;
        const { mimeType = '' } = resource;
        return mimeType.startsWith('image/')
          ? `[Resource ${resource.uri}] ${image(resource.blob, mimeType)}`
          : `[Resource ${resource.uri}, ${mimeType === '' ? 'of an unknown kind' : mimeType}]`;
      }
    }
  });
  const structured = answer.structured === undefined ? '' : JSON.stringify(answer.structured, null, 2);
  const said = parts.join('\n').trim() === '' ? structured : parts.join('\n');
  const text = said === '' ? '(The tool returned nothing.)' : shortened(said);
  const broken = brokenPromise(answer);
  return { ok: isError !== true, text: broken === undefined ? text : `${text}\n${broken}`, images };
}

/** Returns a text without its middle, if it is too long for a model. */
export function shortened(text: string): string {
  if (text.length <= longestBeginning + longestEnd) return text;
  const left = text.length - longestBeginning - longestEnd;
  return `${text.slice(0, longestBeginning)}\n[… ${left} characters left out …]\n${text.slice(-longestEnd)}`;
}
