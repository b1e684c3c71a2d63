import { APICallError } from 'ai';
import { expect, test } from 'vitest';
import { attachmentIdSchema } from '../../../../shared/transcript/attachment.ts';
import type { SentImage } from './fit-images.ts';
import { refusedImages, withoutAny } from './refused-images.ts';

const image = (name: string): SentImage => ({
  id: attachmentIdSchema.parse(name),
  name,
  mediaType: 'image/png',
  width: 10,
  height: 10,
  size: 10,
});
const [old, older, first, second] = [image('old'), image('older'), image('first'), image('second')];
const sent = {
  all: [old, older, first, second],
  fresh: [first, second],
  outweigh: false,
  dataOf: ({ name }: SentImage) => `base64-of-${name}`,
};
const block = ({ name }: SentImage) => ({
  type: 'image',
  source: { type: 'base64', data: `base64-of-${name}` },
});

/** The request as Anthropic gets it: two images in a result, two in a message. */
const body = {
  messages: [
    { role: 'user', content: 'Hi' },
    {
      role: 'user',
      content: [{ type: 'tool_result', content: [{ type: 'text' }, block(old), block(older)] }],
    },
    { role: 'user', content: [block(first), block(second), { type: 'text', text: 'And now?' }] },
  ],
};

const refusal = (message: string, statusCode = 400, requestBodyValues: unknown = body) =>
  new APICallError({
    message,
    statusCode,
    requestBodyValues,
    url: 'http://127.0.0.1',
    responseBody: message,
  });

const names = (error: unknown) => refusedImages(error, sent)?.images.map(({ name }) => name);

// Each is quoted from a public report; its provider stands behind it.
test.each([
  [
    'messages.2.content.1.image.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels',
    ['second'],
  ],
  [
    'messages.1.content.0.tool_result.content.1.image.source.base64: The image was specified using the image/png media type, but the image appears to be a image/jpeg image',
    ['old'],
  ],
  [
    'messages.2.content.0.image.source.base64: image exceeds 5 MB maximum: 6500712 bytes > 5242880 bytes',
    ['first'],
  ],
  [
    'messages.9.content.1.image.source.base64.data: Image does not match the provided media type image/png',
    ['first', 'second'],
  ],
  ['Could not process image', ['first', 'second']],
  ['Too much media: 0 document pages + 4 images > 3', ['old']],
  ['too many images and documents: 4 + 0 > 1', ['old', 'older', 'first']],
  ['At most 1 image(s) may be provided in one request.', ['old', 'older', 'first']],
  [
    'You uploaded an unsupported image. Please make sure your image has of one the following formats',
    ['first', 'second'],
  ],
  [
    'The image data you provided does not represent a valid image. Please check your input and try again',
    ['first', 'second'],
  ],
  [
    'Unable to process input image. Please retry or report in https://developers.generativeai.google',
    ['first', 'second'],
  ],
  ['Provided image is not valid', ['first', 'second']],
  ['Failed to load image or audio file', ['first', 'second']],
  [
    'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
    ['old', 'older', 'first', 'second'],
  ],
  ['No endpoints found that support image input', ['old', 'older', 'first', 'second']],
])('%s', (words, expected) => {
  expect(names(refusal(words))).toEqual(expected);
});

test('where a request is too large its older images go, and the new ones where there are no older', () => {
  const tooLarge = refusal('Request exceeds the maximum size', 413);
  expect(names(tooLarge)).toEqual(['old', 'older']);
  expect(refusedImages(tooLarge, { ...sent, all: sent.fresh })?.images).toEqual(sent.fresh);
  expect(names(refusal('Request payload size exceeds the limit: 20971520 bytes.'))).toEqual(['old', 'older']);
});

test('a request that is too long goes without its older images, where they take more of it than its text', () => {
  const tooLong = refusal('prompt is too long: 210000 tokens > 200000 maximum');
  expect(refusedImages(tooLong, { ...sent, outweigh: true })).toEqual({
    images: [old, older],
    why: { type: 'context' },
  });
});

test('where a request was refused again, all images go', () => {
  const again = refusedImages(refusal('messages.2.content.1.image.source.base64: bad'), sent);
  if (again === undefined) throw new Error('It is about an image.');
  expect(withoutAny(again, sent)).toEqual({ images: sent.all, why: { type: 'refused', among: true } });
});

test.each([
  ['a prompt that is too long', refusal('prompt is too long: 210000 tokens > 200000 maximum')],
  ['a wrong key', refusal('invalid x-api-key', 401)],
  ['another refusal', refusal('max_tokens: 64001 > 64000, which is the maximum allowed')],
  ['what is no refusal', new TypeError('fetch failed')],
])('%s is not about an image', (_, error) => {
  expect(refusedImages(error, sent)).toBeUndefined();
});

test('a request without images is not refused for one', () => {
  const none = { ...sent, all: [], fresh: [] };
  expect(refusedImages(refusal('Could not process image'), none)).toBeUndefined();
});
