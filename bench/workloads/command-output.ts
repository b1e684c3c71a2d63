/** Returns the output of a runner of tests: coloured, with a progress line that is written over. */
export function testOutput(megabytes: number): string {
  const lines: string[] = [];
  for (let number = 0, size = 0; size < megabytes * 1_000_000; number += 1) {
    const progress = `\r\u001B[K${number} of many`;
    const line = `\r\u001B[K\u001B[32m✓\u001B[39m src/module-${number % 97}.test.ts \u001B[2m(${number % 13} tests) ${number % 211} ms\u001B[22m`;
    lines.push(number % 4 === 0 ? `${progress}${line}` : line);
    size += (lines.at(-1)?.length ?? 0) + 1;
  }
  return `${lines.join('\n')}\n`;
}

/** A command that puts out so many lines a second for so many seconds. */
export function floodCommand(linesPerSecond: number, seconds: number): string {
  const each = 50;
  const script = `const end = Date.now() + ${seconds * 1_000}; let n = 0;
    const timer = setInterval(() => { let text = ""; for (let i = 0; i < ${(linesPerSecond * each) / 1_000}; i += 1)
    text += "ok " + (n += 1) + " reads what stands on a line of its own\\n"; process.stdout.write(text);
    if (Date.now() > end) clearInterval(timer); }, ${each});`;
  return `'${process.execPath}' -e '${script}'`;
}
