import { hasDisplay } from './display.ts';

/** Opens the address in the person's browser. Without a display or a browser nothing happens: it is printed anyway. */
export async function openInBrowser(address: string): Promise<void> {
  if (!hasDisplay(process.platform, process.env)) return;
  try {
    const { default: open } = await import('open');
    const opener = await open(address);
    opener.on('error', () => undefined);
  } catch {
    return;
  }
}
