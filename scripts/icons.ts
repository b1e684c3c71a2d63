import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

/** Draws the icons from icon.svg: those of the page and the window, and those of the tray with their counts. */
const folder = fileURLToPath(new URL('../src/renderer/public', import.meta.url));
const icon = readFileSync(join(folder, 'icon.svg'), 'utf8');
const counts = [...Array.from({ length: 9 }, (_, index) => `${index + 1}`), '9+'];

async function render(svg: string, size: number, name: string): Promise<void> {
  await sharp(Buffer.from(svg), { density: (72 * size) / 64 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toFile(join(folder, name));
}

/** The icon's background with a number instead of the mark. */
function counted(count: string): string {
  const size = count.length > 1 ? 34 : 44;
  const text = `<text x="32" y="${32 + size * 0.36}" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="${size}" fill="#fff">${count}</text>`;
  return icon.replace(/<path[^>]*\/>/, text);
}

for (const name of ['icons', 'tray']) mkdirSync(join(folder, name), { recursive: true });
for (const size of [32, 192, 256]) await render(icon, size, `icons/icon-${size}.png`);
for (const count of counts) {
  const name = `tray/waiting-${count === '9+' ? 'many' : count}`;
  await render(counted(count), 24, `${name}.png`);
  await render(counted(count), 48, `${name}@2x.png`);
}
