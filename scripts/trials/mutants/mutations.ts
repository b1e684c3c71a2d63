import MagicString from 'magic-string';
import { parseSync, Visitor, type VisitorObject } from 'oxc-parser';

type Range = { start: number; end: number };

/** A change of one expression: `code` takes its place. `line` counts from 1, and `inLine` is that line's text. */
export type Mutation = Range & { was: string; becomes: string; code: string; line: number; inLine: string };

/** Name of the global function that tells whether a mutant is active, and notes that it was reached. */
export const switchName = '__isMutant';

const operators: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
};

const methods: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
};

/**
 * Returns the mutations of a TypeScript file: other operators and methods, conditions that always or never
 * hold, booleans turned round, results that are undefined, statements that are left out.
 */
export function mutationsOf(file: string, text: string): Mutation[] {
  const found: (Range & { code: string; becomes?: string })[] = [];
  const types = new Set<number>();
  const of = ({ start, end }: Range) => text.slice(start, end);
  const add = ({ start, end }: Range, code: string, becomes = code) =>
    void found.push({ start, end, code, becomes });
  const { program } = parseSync(file, text);
  new Visitor(visitor({ add, of, types })).visit(program);
  const lines = text.split('\n');
  return found
    .filter(({ start }) => !types.has(start))
    .map(({ start, end, code, becomes = code }) => {
      const line = text.slice(0, start).split('\n').length;
      const inLine = (lines[line - 1] ?? '').trim();
      return { start, end, code, was: short(of({ start, end })), becomes: short(becomes), line, inLine };
    });
}

type Collector = {
  add(at: Range, code: string, becomes?: string): void;
  of(at: Range): string;
  /** The places of literals that are types. */
  types: Set<number>;
};

function visitor({ add, of, types }: Collector): VisitorObject {
  const swapOperator = ({
    operator,
    left,
    right,
    ...at
  }: Range & { operator: string; left: Range; right: Range }) => {
    const [one, other] = [of(left), of(right)];
    if (operator === '??') return add(at, one);
    const swapped = operators[operator];
    if (swapped !== undefined) add(at, `(${one}) ${swapped} (${other})`, `${one} ${swapped} ${other}`);
  };
  const condition = (test: Range) => {
    add(test, 'true');
    add(test, 'false');
  };
  const result = (value: Range | null) => {
    if (value !== null && of(value) !== 'undefined') add(value, 'undefined');
  };
  return {
    TSLiteralType: ({ literal }) => void types.add(literal.start),
    BinaryExpression: swapOperator,
    LogicalExpression: swapOperator,
    IfStatement: ({ test }) => condition(test),
    ConditionalExpression: ({ test }) => condition(test),
    UnaryExpression({ operator, argument, ...at }) {
      if (operator === '!') add(at, of(argument));
    },
    Literal({ value, ...at }) {
      if (typeof value === 'boolean') add(at, String(!value));
    },
    ReturnStatement: ({ argument }) => result(argument),
    ArrowFunctionExpression({ body }) {
      if (body.type !== 'BlockStatement') result(body);
    },
    ExpressionStatement({ expression, directive }) {
      if (!directive) add(expression, 'undefined', '');
    },
    CallExpression({ callee, ...at }) {
      if (callee.type !== 'MemberExpression' || callee.optional || callee.property.type !== 'Identifier')
        return;
      const { name, start, end } = callee.property;
      const swapped = methods[name];
      if (swapped === undefined || of(at).includes('?.')) return;
      add(at, of({ start: at.start, end: start }) + swapped + of({ start: end, end: at.end }));
    },
  };
}

/** Returns the text with a switch for each mutation, by its number. */
export function withSwitches(
  text: string,
  mutations: readonly (Range & { id: number; code: string })[],
): string {
  const mutated = new MagicString(text);
  const outerFirst = mutations.toSorted((a, b) => a.start - b.start || b.end - a.end || a.id - b.id);
  for (const { id, start, end, code } of outerFirst) {
    mutated.appendRight(start, `(${switchName}(${id}) ? (${code}) : (`);
    mutated.prependLeft(end, '))');
  }
  return mutated.toString();
}

const short = (code: string): string => code.replaceAll(/\s+/g, ' ').slice(0, 100);
