import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';

/**
 * The scripted agent as one that stays, as agents with a shell of their own do: neither the end of its input nor a
 * signal ends it, nor the child that it starts. It notes signals in the file `SEEN`, a line each, and when it and
 * the child have come so far.
 */
const seen = (line: string) => appendFileSync(process.env['SEEN'] ?? '', `${line}\n`);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => seen(signal));
setInterval(() => {}, 60_000);
const stays = `for (const s of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(s, () => {}); setInterval(() => {}, 60000);
require('node:fs').appendFileSync(process.env.SEEN, 'child stays\\n')`;
spawn(process.execPath, ['--eval', stays], { detached: true, stdio: 'ignore' });
await import('./scripted-acp-agent.ts');
// The scripted agent ends with its input.
process.stdin.removeAllListeners('end');
seen('agent stays');
