import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { chromiumFlags, findChromium } from '../e2e/support/chromium.ts';

/** Draws the icons of the desktop from icon.svg: the window's, and those of the tray with their counts. */
const folder = join(import.meta.dirname, '../src/renderer/public');
const shape = await readFile(join(folder, 'icon.svg'), 'utf8');
const counts = [...Array.from({ length: 9 }, (_, index) => String(index + 1)), 'many'];

async function draw(page: Page, size: number, count: string | null): Promise<Buffer> {
  const label = count === 'many' ? '9+' : count;
  const digits =
    label === null
      ? ''
      : `<b style="position:absolute;inset:0;display:grid;place-items:center;color:#fff;font:700 ${size * (label.length > 1 ? 0.5 : 0.66)}px/1 system-ui,sans-serif">${label}</b>`;
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>body{margin:0;position:relative;width:${size}px;height:${size}px}svg{display:block;width:100%;height:100%}</style>${shape}${digits}`,
  );
  return page.screenshot({ omitBackground: true });
}

const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
try {
  const page = await browser.newPage();
  await writeFile(join(folder, 'icon.png'), await draw(page, 256, null));
  await mkdir(join(folder, 'tray'), { recursive: true });
  for (const count of counts) {
    await writeFile(join(folder, `tray/waiting-${count}.png`), await draw(page, 24, count));
    await writeFile(join(folder, `tray/waiting-${count}@2x.png`), await draw(page, 48, count));
  }
} finally {
  await browser.close();
}
