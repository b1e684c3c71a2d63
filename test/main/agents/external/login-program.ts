import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';

/** Escape sequences by which a program would reach out of its terminal, then a text in a colour of its own. */
const hostile = [
  '\u001B]0;Taken over\u0007',
  '\u001B]52;c;c3RvbGVu\u0007',
  '\u001B]8;;https://evil.example/\u0007https://good.example/\u001B]8;;\u0007 ',
  '\u001B]8;;javascript:alert(1)\u0007run me\u001B]8;;\u0007',
  '\u001B[21t\u001B[18t\u001B]10;?\u0007\u001B]11;#ff0000\u0007\u001BP$qm\u001B\\',
  '\u001B[99999999b\u001B[99999999@',
  '\u001B[38;2;255;0;0mstill here\u001B[0m',
].join('');

/**
 * A login in a terminal as agents have them (an address, a code, an end with or without an error), and what a hostile one
 * would do to the terminal: asks for a name, which it has the terminal echo, and for a code, which nobody sees. `right` signs
 * in by writing the file, `wrong` ends it with a failure; other codes have it do what their name says.
 */
export async function logIn(file: string | undefined): Promise<number> {
  process.stdout.write('\u001B[1mSign in\u001B[0m\n');
  process.stdout.write('Open https://login.example/device?code=ABCD-EFGH in your browser.\nName: ');
  const name = await line();
  process.stdout.write(`Hello \u001B[32m${name}\u001B[0m\n`);
  for (;;) {
    process.stdout.write('Code: ');
    const code = await hidden();
    process.stdout.write('\n');
    switch (code) {
      case 'right':
        if (file !== undefined) writeFileSync(file, 'yes');
        process.stdout.write('You are signed in.\n');
        return 0;
      case 'wrong':
        process.stdout.write('That code is not known.\n');
        return 3;
      case 'size':
        tellSize();
        process.stdout.on('resize', tellSize);
        break;
      case 'hostile':
        process.stdout.write(`${hostile}\n`);
        break;
      case 'secrets':
        process.stdout.write(
          `<${Object.keys(process.env)
            .filter((one) => /^PARLEY_|^OPENAI/.test(one))
            .join(' ')}>\n`,
        );
        break;
      case 'child':
        process.stdout.write(`child ${spawn('sleep', ['600'], { detached: true }).pid}\n`);
        break;
      case 'many':
        process.stdout.write(`${'0123456789'.repeat(30_000)}\ndone\n`);
        break;
      case 'flood':
        for (;;) if (!process.stdout.write('x'.repeat(10_000))) await once(process.stdout, 'drain');
      default:
        process.stdout.write(`Unknown: ${JSON.stringify(code)}\n`);
    }
  }
}

function tellSize(): void {
  process.stdout.write(`${process.stdout.columns} x ${process.stdout.rows}\n`);
}

async function line(): Promise<string> {
  return (await typed()).trimEnd();
}

/** The input that was typed and not read yet. */
let ahead = '';

async function hidden(): Promise<string> {
  process.stdin.setRawMode(true);
  while (!ahead.includes('\r')) ahead += await typed();
  process.stdin.setRawMode(false);
  const end = ahead.indexOf('\r');
  const code = ahead.slice(0, end);
  ahead = ahead.slice(end + 1);
  return code;
}

function typed(): Promise<string> {
  return new Promise((resolve) => {
    process.stdin.once('data', (data) => resolve(String(data)));
  });
}
