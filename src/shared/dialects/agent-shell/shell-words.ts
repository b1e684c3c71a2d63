/** One command of a line: its words, and its here-document where it has one. */
export type ShellCommand = { words: string[]; input: string | null };

/** A line taken apart, or why a shell would not take it. */
export type ShellLine = { ok: true; commands: ShellCommand[] } | { ok: false; problem: string };

/** `quoted` keeps `''` a word and a here-document's text as it stands. */
type Word = { text: string; quoted: boolean };

class ShellSyntax extends Error {}

/**
 * Takes a command line apart as a POSIX shell does (XCU 2.2 and 2.3): quotes, escapes, comments,
 * here-documents and the signs between commands. Nothing is expanded, except that
 * `$(cat <<END …)` stands for its here-document.
 */
export function splitShellLine(line: string): ShellLine {
  try {
    return { ok: true, commands: new Splitter(line.replaceAll('\r\n', '\n')).commands() };
  } catch (error) {
    if (error instanceof ShellSyntax) return { ok: false, problem: error.message };
    throw error;
  }
}

class Splitter {
  readonly #line: string;
  #at = 0;

  constructor(line: string) {
    this.#line = line;
  }

  commands(): ShellCommand[] {
    const commands: ShellCommand[] = [];
    let command: ShellCommand = { words: [], input: null };
    let waiting: { command: ShellCommand; end: Word; tabs: boolean }[] = [];
    const next = () => {
      if (command.words.length > 0 || command.input !== null) commands.push(command);
      command = { words: [], input: null };
    };
    while (this.#at < this.#line.length) {
      if (this.#skip(/(?:[ \t]|\\\n)+|(?<=^|[\s;&|])#[^\n]*/y)) continue;
      if (this.#skip(/\n/y)) {
        for (const { command: owner, end, tabs } of waiting) owner.input = this.#document(end, tabs);
        waiting = [];
        next();
      } else if (this.#skip(/2>&1(?=\s|$)/y)) {
        // Both outputs reach the reader anyway.
      } else if (this.#skip(/<<(?!<)/y)) {
        const tabs = this.#skip(/-/y);
        this.#skip(/[ \t]+/y);
        waiting.push({ command, end: this.#word(), tabs });
      } else if (this.#skip(/;|&&?|\|\|?/y)) {
        next();
      } else if (/[<>()]/.test(this.#line.charAt(this.#at))) {
        throw new ShellSyntax(`"${this.#line.charAt(this.#at)}" is not available`);
      } else command.words.push(this.#word().text);
    }
    if (waiting.length > 0) throw new ShellSyntax('here-document without an end');
    next();
    return commands;
  }

  #word(): Word {
    let text = '';
    let quoted = false;
    const from = this.#at;
    while (this.#at < this.#line.length) {
      const document = this.#substitution();
      if (document !== undefined) text += document;
      else if (this.#skip(/'/y)) {
        text += this.#until("'");
        quoted = true;
      } else if (this.#skip(/"/y)) {
        text += this.#doubleQuoted();
        quoted = true;
      } else if (this.#skip(/\\\n/y)) continue;
      else if (this.#skip(/\\/y)) {
        text += this.#take();
        quoted = true;
      } else if (/[\s;&|<>()]/.test(this.#line.charAt(this.#at))) break;
      else text += this.#take();
    }
    if (this.#at === from) throw new ShellSyntax('a word is missing');
    return { text, quoted };
  }

  #doubleQuoted(): string {
    let text = '';
    for (;;) {
      if (this.#at >= this.#line.length) throw new ShellSyntax('unterminated quoted string');
      const document = this.#substitution();
      if (document !== undefined) text += document;
      else if (this.#skip(/"/y)) return text;
      else if (this.#skip(/\\\n/y)) continue;
      else if (this.#skip(/\\(?=[$`"\\])/y)) text += this.#take();
      else text += this.#take();
    }
  }

  /** `$(cat <<END`, a here-document and `)`: the usual way to give a long argument. */
  #substitution(): string | undefined {
    if (!/^\$\([ \t\n]*cat[ \t]*<<(?!<)/.test(this.#line.slice(this.#at, this.#at + 100))) return undefined;
    this.#skip(/\$\([ \t\n]*cat[ \t]*<</y);
    const tabs = this.#skip(/-/y);
    this.#skip(/[ \t]+/y);
    const end = this.#word();
    if (!this.#skip(/[ \t]*\n/y)) throw new ShellSyntax('here-document without a text');
    const document = this.#document(end, tabs);
    if (!this.#skip(/\s*\)/y)) throw new ShellSyntax('")" is missing');
    return document.replace(/\n+$/, '');
  }

  #document(end: Word, tabs: boolean): string {
    const lines: string[] = [];
    while (this.#at < this.#line.length) {
      const stop = this.#line.indexOf('\n', this.#at);
      const whole = this.#line.slice(this.#at, stop < 0 ? undefined : stop);
      const line = tabs ? whole.replace(/^\t+/, '') : whole;
      this.#at = stop < 0 ? this.#line.length : stop + 1;
      if (line === end.text) {
        const text = lines.map((entry) => `${entry}\n`).join('');
        return end.quoted ? text : text.replace(/\\([$`\\]|\n)/g, (_, sign: string) => sign.trim());
      }
      lines.push(line);
    }
    throw new ShellSyntax('here-document without an end');
  }

  #until(quote: string): string {
    const end = this.#line.indexOf(quote, this.#at);
    if (end < 0) throw new ShellSyntax('unterminated quoted string');
    const text = this.#line.slice(this.#at, end);
    this.#at = end + 1;
    return text;
  }

  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#line)?.[0] ?? '';
    this.#at += found.length;
    return found !== '';
  }

  #take(): string {
    const character = this.#line.charAt(this.#at);
    this.#at += 1;
    return character;
  }
}
