import { inflateSync } from 'node:zlib';
import { imageSize } from 'image-size';
import { z } from 'zod';
import { type AnthropicServer, type ServerReply, startAnthropicServer } from './anthropic-server.ts';

const blockSchema = z.looseObject({
  type: z.string(),
  source: z.object({ media_type: z.string(), data: z.string() }).optional(),
  content: z.unknown().optional(),
});
const bodySchema = z.looseObject({
  messages: z.array(z.object({ role: z.string(), content: z.union([z.string(), z.array(blockSchema)]) })),
});

/** A picture of a request, and the place that a refusal names. */
type SentImage = { place: string; mediaType: string; data: string; bytes: Buffer };

/** Returns the pictures of a request in their order, those of results among them. */
export function imagesIn(body: unknown): SentImage[] {
  const { messages } = bodySchema.parse(body);
  return messages.flatMap(({ content }, index) =>
    typeof content === 'string'
      ? []
      : content.flatMap((block, number) => ofBlock(block, `messages.${index}.content.${number}`)),
  );
}

function ofBlock({ type, source, content }: z.infer<typeof blockSchema>, place: string): SentImage[] {
  const inner = z.array(blockSchema).safeParse(content);
  if (type === 'tool_result' && inner.success)
    return inner.data.flatMap((block, number) => ofBlock(block, `${place}.tool_result.content.${number}`));
  if (type !== 'image' || source === undefined) return [];
  const { media_type: mediaType, data } = source;
  return [{ place, mediaType, data, bytes: Buffer.from(data, 'base64') }];
}

type ClaudeWithImages = AnthropicServer & {
  /** Refuses the next request with this image for it, by its place. */
  refuseImage(image: Buffer): void;
  /** Refuses the next request with this. */
  refuse(reply: ServerReply): void;
};

/**
 * A Claude that refuses images as Anthropic does: by their number (anthropics/claude-code#3397), by their sides
 * (#5147, and above 20 images #52220), by the size of one (gptme/gptme#185) or of the request
 * (anthropics/anthropic-sdk-python#938), and where one can't be read, without a word about which (#1747). Its words
 * are those of these issues. Otherwise it answers what was queued, or "Seen.".
 */
export async function startClaudeWithImages(): Promise<ClaudeWithImages> {
  const queue: ServerReply[] = [];
  const refused: Buffer[] = [];
  const refusals: ServerReply[] = [];
  const server = await startAnthropicServer(
    (body) => refusals.shift() ?? refusalOf(body, refused) ?? queue.shift() ?? seen,
  );
  return {
    ...server,
    reply: (...replies) => void queue.push(...replies),
    refuseImage: (image) => void refused.push(image),
    refuse: (reply) => void refusals.push(reply),
  };
}

const seen: ServerReply = { type: 'answer', blocks: [{ type: 'text', text: 'Seen.' }] };

const tooLargeRequest: ServerReply = {
  type: 'status',
  status: 413,
  error: 'request_too_large',
  message: 'Request exceeds the maximum size',
};

const megabyte = 1024 * 1024;

function refusalOf(body: unknown, refused: Buffer[]): ServerReply | undefined {
  if (Buffer.byteLength(JSON.stringify(body)) > 32 * megabyte) return tooLargeRequest;
  const images = imagesIn(body);
  if (images.length > 100) return invalid(`Too much media: 0 document pages + ${images.length} images > 100`);
  const many = images.length > 20;
  for (const { place, data, bytes } of images) {
    const field = `${place}.image.source.base64`;
    const words = `${field}.data: At least one of the image dimensions exceed max allowed size`;
    const index = refused.findIndex((image) => image.equals(bytes));
    if (index >= 0) {
      refused.splice(index, 1);
      return invalid(`${words}: 8000 pixels`);
    }
    if (!canBeRead(bytes)) return invalid('Could not process image');
    const { width, height } = imageSize(bytes);
    if (data.length > 5 * megabyte)
      return invalid(`${field}: image exceeds 5 MB maximum: ${data.length} bytes > 5242880 bytes`);
    const longest = Math.max(width, height);
    if (longest > 8_000) return invalid(`${words}: 8000 pixels`);
    if (many && longest > 2_000) return invalid(`${words} for many-image requests: 2000 pixels`);
  }
  return undefined;
}

const invalid = (message: string): ServerReply => ({
  type: 'status',
  status: 400,
  error: 'invalid_request_error',
  message,
});

/** True of a PNG of one chunk of data, as the tests make them, that is whole. */
function canBeRead(bytes: Buffer): boolean {
  try {
    inflateSync(bytes.subarray(41, 41 + bytes.readUInt32BE(33)));
    return bytes.includes('IEND');
  } catch {
    return false;
  }
}
