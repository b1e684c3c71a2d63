import { execFileSync } from 'node:child_process';
import { cpus, release, totalmem, type as systemName } from 'node:os';
import { findChromium } from '../../e2e/support/chromium.ts';

/** Kind of machine behind the figures, without anything that tells one from its like. */
export async function machineText(): Promise<string> {
  const processors = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const browser = execFileSync(await findChromium(), ['--version'], { encoding: 'utf8', stdio: 'pipe' });
  const [chromium = 'an unknown browser'] = /Chrom\S* [\d.]+/.exec(browser) ?? [];
  return [
    `${processors.length} cores (${processors[0]?.model.trim() ?? 'unknown'}), ${gigabytes} GB`,
    `${systemName()} ${release().split('-')[0]}`,
    `Node ${process.versions.node}`,
    chromium,
  ].join(' · ');
}
