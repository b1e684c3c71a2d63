import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright';

/** Linux counts a process's time in hundredths of a second, whatever its clock. */
const tickMs = 10;

/** Milliseconds of processor time that a process has used. */
export async function processTime(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14);
  return (Number(user) + Number(system)) * tickMs;
}

/** The same for the pages of a browser. */
export async function pagesTime(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const pages = processInfo.filter(({ type }) => type === 'renderer');
  return pages.reduce((sum, { cpuTime }) => sum + cpuTime * 1_000, 0);
}
