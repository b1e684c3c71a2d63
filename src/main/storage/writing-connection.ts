import { DatabaseSync, type StatementSync } from 'node:sqlite';

const writes = /^\s*(?:insert|update|delete|replace|with)\b/i;

/**
 * A connection that reports each writing statement as it runs. A statement is prepared when it is first
 * used, and a mistake in it shows then: the stores have hundreds, of which a start runs a few.
 */
export class WritingConnection extends DatabaseSync {
  readonly #wrote: () => void;

  constructor(file: string, options: { timeout: number }, wrote: () => void) {
    super(file, options);
    this.#wrote = wrote;
  }

  override prepare(sql: string): StatementSync {
    let prepared: StatementSync | undefined;
    const statement = (): StatementSync => (prepared ??= super.prepare(sql));
    const running = writes.test(sql) ? this.#reporting(statement) : statement;
    return {
      run: (...values: never[]) => running().run(...values),
      get: (...values: never[]) => running().get(...values),
      all: (...values: never[]) => statement().all(...values),
      iterate: (...values: never[]) => statement().iterate(...values),
      columns: () => statement().columns(),
      setAllowBareNamedParameters: (enabled) => statement().setAllowBareNamedParameters(enabled),
      setAllowUnknownNamedParameters: (enabled) => statement().setAllowUnknownNamedParameters(enabled),
      setReturnArrays: (enabled) => statement().setReturnArrays(enabled),
      setReadBigInts: (enabled) => statement().setReadBigInts(enabled),
      sourceSQL: sql,
      get expandedSQL() {
        return statement().expandedSQL;
      },
    };
  }

  #reporting(statement: () => StatementSync) {
    return (): StatementSync => {
      this.#wrote();
      return statement();
    };
  }
}
