import { deflateSync, crc32 } from 'node:zlib';

/** A grey PNG of this size, in pixels. */
export function pngOf(width: number, height: number): Buffer {
  const rows = Buffer.alloc((width + 1) * height, 0x99);
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0;
  return pngFrom(width, height, rows);
}

/** `rows` are those of eight bits of grey, each behind the byte of its filter. */
function pngFrom(width: number, height: number, rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** A PNG of grey noise, which takes about a byte for each of its pixels. */
export function noisyPngOf(width: number, height: number): Buffer {
  const rows = Buffer.alloc((width + 1) * height);
  let state = 1;
  for (let at = 0; at < rows.length; at += 1) {
    // Park and Miller's generator.
    state = (state * 48_271) % 2_147_483_647;
    rows[at] = at % (width + 1) === 0 ? 0 : state & 0xff;
  }
  return pngFrom(width, height, rows);
}
