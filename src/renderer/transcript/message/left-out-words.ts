import { visibleText } from '../../../shared/hidden-characters.ts';
import type { RequestNote, WhyLeftOut } from '../../../shared/transcript/request-note.ts';

/** The most images or tools that a line names. */
const mostNamed = 3;

/** Returns what a request went without, and why. `all` names each image or tool. */
export function leftOutText(note: RequestNote, all: boolean): string {
  const by = visibleText(note.by, 'line');
  switch (note.type) {
    case 'images-left-out': {
      const names = note.images.map(({ name }) => name);
      return `Left out: ${listedNames(names, all)}. ${reason(by, note.why, names.length)}`;
    }
    case 'tools-left-out': {
      const listed = listedNames(note.tools, all);
      if (note.among) return `Not offered: ${listed}. ${by} does not take the schema of one of them.`;
      return note.tools.length === 1
        ? `${listed} is not offered: ${by} does not take its schema.`
        : `${listed} are not offered: ${by} does not take their schemas.`;
    }
  }
}

function listedNames(shown: readonly string[], all: boolean): string {
  const names = shown.map((name) => visibleText(name, 'line'));
  const named = all || names.length <= mostNamed ? names : names.slice(0, mostNamed - 1);
  const rest = names.length - named.length;
  return joined(rest === 0 ? named : [...named, `${rest} more`]);
}

function joined(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

const inEnglish = (count: number) => count.toLocaleString('en', { maximumFractionDigits: 1 });

function reason(by: string, why: WhyLeftOut, count: number): string {
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
