import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = readFileSync(join(root, 'src/renderer/public/icon.svg'), 'utf8');
const folder = join(root, 'src/renderer/public/icons');

/** The mark alone in black, for places that colour an icon themselves, such as a menu bar. */
const mark = source.replace(/<rect[^>]*\/>/, '').replace('#fff', '#000');

async function render(svg: string, size: number, name: string): Promise<void> {
  const density = (72 * size) / 64;
  await sharp(Buffer.from(svg), { density })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toFile(join(folder, name));
}

mkdirSync(folder, { recursive: true });
for (const size of [16, 32, 48, 64, 128, 192, 256, 512]) await render(source, size, `icon-${size}.png`);
for (const [size, suffix] of [
  [16, ''],
  [32, '@2x'],
] as const) {
  await render(mark, size, `trayTemplate${suffix}.png`);
}
