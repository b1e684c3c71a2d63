/** The two running sums of a WAL (https://www.sqlite.org/fileformat2.html#checksum_algorithm). */
export type Checksum = readonly [number, number];

/** Carries a checksum on over bytes whose length is a multiple of 8. */
export function checksumOf(bytes: Buffer, isLittleEndian: boolean, seed: Checksum): Checksum {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let [first, second] = seed;
  for (let offset = 0; offset < bytes.length; offset += 8) {
    first = (first + view.getUint32(offset, isLittleEndian) + second) >>> 0;
    second = (second + view.getUint32(offset + 4, isLittleEndian) + first) >>> 0;
  }
  return [first, second];
}

export function areEqual(one: Checksum, other: Checksum): boolean {
  return one[0] === other[0] && one[1] === other[1];
}

/**
 * Corrects bytes of which a single word of 32 bits is damaged, so that their checksum changes from `is` to
 * `expected`. The sums are linear: each word adds a known multiple of itself to either of them, so that the
 * two differences name the word and what it lacks. Returns undefined where no word explains them, or several
 * do, as where only the highest bits of one are damaged.
 */
export function correctWord(
  bytes: Buffer,
  isLittleEndian: boolean,
  { is, expected }: { is: Checksum; expected: Checksum },
): Buffer | undefined {
  const [first, second] = [(expected[0] - is[0]) | 0, (expected[1] - is[1]) | 0];
  let odd: Checksum = [0, 1];
  let even: Checksum = [1, 1];
  const found: { place: number; lacking: number }[] = [];
  for (let offset = bytes.length - 8; offset >= 0; offset -= 8) {
    for (const [place, weight] of [
      [offset + 4, odd],
      [offset, even],
    ] as const) {
      const lacking = solve(weight, first, second);
      if (lacking !== undefined) found.push({ place, lacking });
    }
    odd = onePairEarlier(odd);
    even = onePairEarlier(even);
  }
  const [only, ...others] = found;
  return only === undefined || others.length > 0 ? undefined : withAdded(bytes, isLittleEndian, only);
}

/** Weights are neighbouring Fibonacci numbers, so one of them is odd and can be divided by. */
function solve(weight: Checksum, first: number, second: number): number | undefined {
  const isFirstOdd = (weight[0] & 1) === 1;
  const lacking = isFirstOdd
    ? Math.imul(first, inverseOf(weight[0]))
    : Math.imul(second, inverseOf(weight[1]));
  const fits =
    Math.imul(weight[0], lacking) === first && Math.imul(weight[1], lacking) === second && lacking !== 0;
  return fits ? lacking : undefined;
}

/** The inverse of an odd number modulo 2³², by Newton's method. */
function inverseOf(odd: number): number {
  let inverse = odd;
  for (let round = 0; round < 5; round += 1) inverse = Math.imul(inverse, (2 - Math.imul(odd, inverse)) | 0);
  return inverse;
}

function onePairEarlier([first, second]: Checksum): Checksum {
  const sum = (first + second) | 0;
  return [sum, (second + sum) | 0];
}

function withAdded(
  bytes: Buffer,
  isLittleEndian: boolean,
  { place, lacking }: { place: number; lacking: number },
): Buffer {
  const corrected = Buffer.from(bytes);
  const view = new DataView(corrected.buffer, corrected.byteOffset, corrected.byteLength);
  view.setUint32(place, (view.getUint32(place, isLittleEndian) + lacking) >>> 0, isLittleEndian);
  return corrected;
}
