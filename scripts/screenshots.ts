import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { browserHost, openBrowser } from '../e2e/support/browser-host.ts';
import { button, composer, pickFirstOfEach, send, untilIdle, waitingCard } from '../e2e/support/chat.ts';
import { projectRoot } from '../e2e/support/hosts.ts';

const images = join(projectRoot, 'docs/images');

const views = [
  { name: 'light', colorScheme: 'light', width: 1200, height: 800 },
  { name: 'dark', colorScheme: 'dark', width: 1200, height: 800 },
  { name: 'narrow-light', colorScheme: 'light', width: 360, height: 740 },
  { name: 'narrow-dark', colorScheme: 'dark', width: 360, height: 740 },
] as const;

/** Takes the README's pictures from the built app, with the guide in a small sample project. */
async function takePictures(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-pictures-'));
  const [dataDir, workspaceDir] = [join(folder, 'data'), join(folder, 'tiny-parser')];
  await cp(join(projectRoot, 'e2e/sample-project'), workspaceDir, { recursive: true });
  await mkdir(images, { recursive: true });
  const browser = await openBrowser();
  const env = { PARLEY_AGENT: '' };
  const host = await browserHost({ dataDir, workspaceDir, env, onPage: () => {} }, browser);
  try {
    await host.start();
    await walk(host.page());
  } finally {
    await host.close();
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function walk(page: Page): Promise<void> {
  await composer(page).waitFor();
  await capture(page, 'empty');
  await send(page, 'Plan a README for this project');
  const card = await waitingCard(page);
  await capture(page, 'question');
  await pickFirstOfEach(card);
  await capture(page, 'review');
  await button(card, 'Submit answers').click();
  await untilIdle(page);
  await capture(page, 'answered');
}

async function capture(page: Page, state: string): Promise<void> {
  for (const { name, colorScheme, width, height } of views) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: join(images, `${state}-${name}.png`) });
  }
  await page.setViewportSize({ width: 1200, height: 800 });
}

await takePictures();
