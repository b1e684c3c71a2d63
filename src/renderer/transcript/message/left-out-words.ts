import { visibleText } from '../../../shared/hidden-characters.ts';
import type { RequestNote } from '../../../shared/transcript/request-note.ts';

/** The most images that a line names. */
const mostNamed = 3;

/** Returns which images a request went without, and why. `all` names each of them. */
export function leftOutText({ images, by, why }: RequestNote, all: boolean): string {
  const names = images.map(({ name }) => visibleText(name, 'line'));
  const named = all || names.length <= mostNamed ? names : names.slice(0, mostNamed - 1);
  const rest = names.length - named.length;
  const listed = joined(rest === 0 ? named : [...named, `${rest} more`]);
  return `Left out: ${listed}. ${reason(visibleText(by, 'line'), why, images.length)}`;
}

function joined(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

const inEnglish = (count: number) => count.toLocaleString('en', { maximumFractionDigits: 1 });

function reason(by: string, why: RequestNote['why'], count: number): string {
  switch (why.type) {
    case 'count':
      return why.longest === undefined
        ? `${by} takes ${inEnglish(why.most)} images at once.`
        : `${by} takes ${inEnglish(why.most)} images at once where one has more than ${inEnglish(why.longest)} pixels a side.`;
    case 'request-bytes':
      return `${by} takes ${inEnglish(why.megabytes)} MB in one request.`;
    case 'image-bytes':
      return `${by} takes images of up to ${inEnglish(why.megabytes)} MB.`;
    case 'sides':
      return `${by} takes images of up to ${inEnglish(why.longest)} pixels a side.`;
    case 'format':
      return `${by} does not take ${why.mediaType.slice('image/'.length).toUpperCase()} images.`;
    case 'no-images':
      return 'The chosen model takes no images.';
    case 'context':
      return `There is no more room in what ${by} reads at once.`;
    case 'too-large':
      return `The request was larger than ${by} takes.`;
    case 'refused':
      if (why.among) return `${by} refused one of them.`;
      return `${by} could not read ${count === 1 ? 'it' : 'them'}.`;
  }
}
