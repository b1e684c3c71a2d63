import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A host name that somebody else could point at this machine; the tests' browsers resolve it to this machine. */
export const foreignName = 'evil.test';

const installedNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--host-resolver-rules=MAP ${foreignName} 127.0.0.1`,
];

/**
 * The browser of the tests: `CHROMIUM`; else on Linux the one inside `@sparticuz/chromium`, which draws no window
 * and so takes half the processor time, with the system libraries that it brings where the system has none;
 * elsewhere an installed Chromium or Chrome.
 */
export async function findChromium(): Promise<string> {
  const hasBundled = process.platform === 'linux' && process.arch === 'x64';
  const named = process.env.CHROMIUM ?? (hasBundled ? undefined : installedChromium());
  if (named !== undefined && named !== '') return named;
  const bundled = await import('@sparticuz/chromium');
  if (!systemHasNss()) {
    const bin = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '../bin');
    await bundled.inflate(join(bin, 'al2023.tar.br'));
    bundled.setupLambdaEnvironment(join(tmpdir(), 'al2023/lib'));
  }
  return bundled.default.executablePath();
}

function installedChromium(): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => installedNames.map((name) => join(folder, name)))
    .find((path) => existsSync(path));
}

function systemHasNss(): boolean {
  try {
    return execFileSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' }).includes('libnss3.so');
  } catch {
    return false;
  }
}
