import { DatabaseSync, type StatementSync } from 'node:sqlite';

const writes = /^\s*(?:insert|update|delete|replace|with)\b/i;

/** A connection that reports each writing statement as it runs. */
export class WritingConnection extends DatabaseSync {
  readonly #wrote: () => void;

  constructor(file: string, options: { timeout: number }, wrote: () => void) {
    super(file, options);
    this.#wrote = wrote;
  }

  override prepare(sql: string): StatementSync {
    const statement = super.prepare(sql);
    if (!writes.test(sql)) return statement;
    const wrote = this.#wrote;
    const [run, get] = [statement.run.bind(statement), statement.get.bind(statement)];
    return Object.assign(statement, {
      run(...values: Parameters<typeof run>) {
        wrote();
        return run(...values);
      },
      get(...values: Parameters<typeof get>) {
        wrote();
        return get(...values);
      },
    });
  }
}
