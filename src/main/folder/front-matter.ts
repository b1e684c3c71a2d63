import { parse } from 'yaml';

/** A Markdown file for agents: the fields of its front matter, and the trimmed text below. */
export class FrontMatter {
  readonly body: string;
  readonly #front: string;
  readonly #fields: ReadonlyMap<string, unknown>;

  /** Any text can be read; one without front matter is all body. */
  constructor(file: string) {
    const text = file.replace(/^\uFEFF/u, '');
    const found = /^---[ \t]*\r?\n([\s\S]*?\n)?---[ \t]*(?:\r?\n([\s\S]*))?$/u.exec(text);
    this.body = (found === null ? text : (found[2] ?? '')).trim();
    this.#front = found?.[1] ?? '';
    this.#fields = fieldsOf(this.#front);
  }

  /** Returns a field as one line: its YAML string, else the raw line, as for `[a] [b]` or `Use when: asked`. */
  line(field: string, longest: number): string | undefined {
    const yaml = this.#fields.get(field);
    const raw = new RegExp(`^${field}:[ \\t]*(\\S.*)$`, 'mu').exec(this.#front)?.[1];
    const line = (typeof yaml === 'string' ? yaml : raw)?.replaceAll(/\s+/gu, ' ').trim().slice(0, longest);
    return line === '' ? undefined : line;
  }

  /** Returns a field that is true or false; undefined for anything else. */
  flag(field: string): boolean | undefined {
    const value = this.#fields.get(field);
    return typeof value === 'boolean' ? value : undefined;
  }

  /** Returns the description, else the first line of the text without the marks of a heading. */
  description(longest: number): string {
    const [firstLine = ''] = this.body.split('\n');
    return (
      this.line('description', longest) ??
      firstLine
        .replace(/^#+\s*/u, '')
        .trim()
        .slice(0, longest)
    );
  }
}

function fieldsOf(front: string): ReadonlyMap<string, unknown> {
  try {
    const fields: unknown = parse(front, { logLevel: 'silent' });
    return new Map(typeof fields === 'object' && fields !== null ? Object.entries(fields) : []);
  } catch {
    return new Map();
  }
}
