import fc from 'fast-check';
import { expect, it } from 'vitest';
import { allowedBy, commandPrefix, commandTable, effectsOf, readCommand } from './command-table.ts';
import { type CommandRow, parseOptions, wordsOf } from './command-table/command-row.ts';
import { isOfKind } from './command-table/command-values.ts';

type Known = { words: readonly string[]; row: CommandRow };

/** All rows of the table, each with the words that lead to it. */
function rowsBelow(rows: ReadonlyMap<string, CommandRow>, before: readonly string[] = []): Known[] {
  return [...rows].flatMap(([name, row]) => {
    const words = [...before, name];
    return [{ words, row }, ...rowsBelow(row.subcommands, words)];
  });
}

const rows = rowsBelow(commandTable);
const coveredRows = rows
  .filter(({ row }) => row.allowedBy === 'prefix')
  .map(({ words, row }) => ({ row, words: row.named === undefined ? words : [...words, 'test'] }));

const namesOf = ({ unsafe }: CommandRow) => unsafe.flatMap(({ options }) => wordsOf(options));
const flagsOf = ({ options }: CommandRow) =>
  [...parseOptions(options)].flatMap(([name, value]) =>
    value === undefined && name !== '-<number>' ? name : [],
  );

/** A command with some options that its prefix covers, and one that it does not, with where that is to stand. */
const anyUnsafe = fc
  .record({
    known: fc.constantFrom(...coveredRows),
    which: fc.nat(),
    picks: fc.array(fc.nat(), { maxLength: 3 }),
    at: fc.nat(),
  })
  .map(({ known: { row, words }, which, picks, at }) => {
    const names = namesOf(row);
    const flags = flagsOf(row);
    return {
      row,
      words,
      name: names[which % Math.max(1, names.length)],
      flags: picks.flatMap((pick) => flags[pick % Math.max(1, flags.length)] ?? []),
      at,
    };
  });

/** Puts words somewhere among the options of a command. */
function commandOf(
  { words, flags, at }: { words: readonly string[]; flags: readonly string[]; at: number },
  added: readonly string[],
) {
  const place = at % (flags.length + 1);
  return [...words, ...flags.slice(0, place), ...added, ...flags.slice(place)];
}

it('covers each option of its rows alone', () => {
  const odd = coveredRows.flatMap(({ words, row }) =>
    flagsOf(row).flatMap((flag) =>
      commandPrefix([...words, flag]) === undefined ? [[...words, flag].join(' ')] : [],
    ),
  );
  expect(odd).toEqual([]);
});

it('reads every kind of value in the table', () => {
  const literals = ['auto', 'off', 'plain', 'never', '1'];
  const kinds = rows.flatMap(({ row }) => [
    ...[...parseOptions(row.options).values()].flatMap((value) => value?.kind ?? []),
    ...wordsOf(row.operands).map((kind) => kind.replace(/\*$/, '')),
    ...(row.named === undefined ? [] : [row.named]),
  ]);
  const values = ['a', '1', 'a/b', 'test', '1p'];
  const isKnown = (kind: string) => values.some((value) => value !== kind && isOfKind(value, kind));
  const odd = kinds.filter((kind) => !isKnown(kind) && !kind.includes('|') && !literals.includes(kind));
  expect(odd).toEqual([]);
});

it('knows hundreds of programs, each with what it does in words', () => {
  expect(commandTable.size).toBeGreaterThan(300);
  const wordless = rows.filter(({ row }) => row.effects.length === 0 || !/^[A-Z].*[\w”]$/.test(row.reason));
  expect(wordless.map(({ words }) => words.join(' '))).toEqual([]);
});

it('says unknown of whatever is not in the table, which no prefix covers', () => {
  for (const line of [
    'mytool',
    'git frobnicate',
    'git push --frobnicate',
    'npm test --frobnicate',
    'ls -⁂',
  ]) {
    const reading = readCommand(line.split(' '));
    expect([line, effectsOf(reading).has('unknown'), allowedBy(reading)]).toEqual([line, true, 'exact']);
  }
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{1,12}$/), fc.array(fc.string(), { maxLength: 3 }), (name, rest) => {
      fc.pre(!commandTable.has(name));
      const reading = readCommand([name, ...rest]);
      expect([allowedBy(reading), effectsOf(reading).has('unknown')]).toEqual(['exact', true]);
    }),
  );
});

it('says of words by their positions what they do', () => {
  expect(readCommand(['git', 'push', '-uf', 'origin', '+main'])).toEqual({
    prefix: ['git', 'push'],
    findings: [
      {
        words: [0, 1],
        effects: ['sends'],
        reason: 'Sends commits to a remote of the repository',
        allowedBy: 'prefix',
      },
      { words: [2], effects: ['rewrites'], reason: 'Replaces commits on the remote', allowedBy: 'exact' },
      { words: [4], effects: ['unknown'], reason: 'Not known to Parley', allowedBy: 'exact' },
    ],
    operands: [3, 4],
    paths: [],
    remotes: ['origin'],
  });
});

it('says of each option that it lists as unsafe what it does, wherever it stands', () => {
  fc.assert(
    fc.property(anyUnsafe, (command) => {
      const { name, row } = command;
      fc.pre(name !== undefined && !parseOptions(row.options).has(name));
      const reading = readCommand(commandOf(command, name === undefined ? [] : [name]));
      expect(reading.findings.filter(({ effects }) => !effects.includes('unknown')).length).toBeGreaterThan(
        1,
      );
      expect(allowedBy(reading)).not.toBe('prefix');
    }),
    { numRuns: 2_000 },
  );
});

it('covers no unsafe option by any place, value, joined form or abbreviation of it', () => {
  const anyForm = fc.constantFrom<'alone' | 'joined' | 'equals' | 'apart' | 'short'>(
    'alone',
    'joined',
    'equals',
    'apart',
    'short',
  );
  const anyValue = fc.constantFrom('x', '/tmp/x', './x', 'main', '1', 'a=b', '');
  fc.assert(
    fc.property(anyUnsafe, anyForm, anyValue, fc.nat(), (command, form, value, cut) => {
      const { name, row } = command;
      fc.pre(name !== undefined);
      if (name === undefined) return;
      const isLong = name.startsWith('--');
      const short = isLong ? name.slice(0, 3 + (cut % (name.length - 2))) : name;
      const added = {
        alone: [name],
        joined: [isLong ? `${name}=${value}` : `${name}${value}`],
        equals: [`${name}=${value}`],
        apart: [name, value],
        short: [value === '' ? short : `${short}=${value}`],
      }[form];
      const [word = ''] = added;
      const covers = parseOptions(row.options);
      // Some options are unsafe by their value: `tsc -p x`.
      fc.pre(!covers.has(word.split('=')[0] ?? '') && (isLong || !covers.has(word.slice(0, 2))));
      expect(commandPrefix(commandOf(command, added))).toBeUndefined();
    }),
    { numRuns: 5_000 },
  );
});

it('covers no unsafe letter among letters that it covers', () => {
  const letterOf = (name: string) => /^-([A-Za-z])$/.exec(name)?.[1] ?? [];
  const passed = coveredRows.flatMap(({ words, row }) => {
    const covers = parseOptions(row.options);
    const flags = row.syntax === 'getopt' ? flagsOf(row).flatMap(letterOf) : [];
    const letters = namesOf(row)
      .filter((name) => !covers.has(name))
      .flatMap(letterOf);
    return letters.flatMap((letter) =>
      flags.flatMap((flag) =>
        [`-${flag}${letter}`, `-${letter}${flag}`, `-${flag}${flag}${letter}${flag}`].flatMap((word) =>
          commandPrefix([...words, word]) === undefined ? [] : [[...words, word].join(' ')],
        ),
      ),
    );
  });
  expect(passed).toEqual([]);
});

it('covers no word that leaves the folder, names an address or begins with a sign of its own', () => {
  const leaving = [
    '/etc/passwd',
    '..',
    '../a',
    'a/../../b',
    'src/..',
    '~',
    '~/a',
    '@args',
    '+x',
    'https://example.com/a',
    'host:/a',
    String.raw`..\a`,
    'A=/tmp/x',
    '-',
  ];
  const strict = coveredRows.filter(({ row }) => !/text|filter/.test(row.operands));
  const passed = strict.flatMap(({ words, row }) => {
    const apart = row.handsOn === undefined ? [[...words, '--']] : [];
    return [[...words], ...apart].flatMap((before) =>
      leaving.flatMap((word) =>
        commandPrefix([...before, word]) === undefined ? [] : [[...before, word].join(' ')],
      ),
    );
  });
  expect(passed).toEqual([]);
});

it('takes no word that begins with a dash for anything but an option, also behind two dashes', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...coveredRows),
      fc.stringMatching(/^--?[a-z=/.]{1,10}$/),
      ({ words, row }, word) => {
        fc.pre(row.handsOn === undefined);
        expect(commandPrefix([...words, '--', word])).toBeUndefined();
      },
    ),
  );
  expect(isOfKind('-x', 'text')).toBe(false);
});
