import { visibleText } from '../../../shared/hidden-characters.ts';
import type { RequestNote, WhyLeftOut } from '../../../shared/transcript/request-note.ts';

/** The most images or tools that a line names. */
const mostNamed = 3;

/** Returns what a note about a request says. `all` names each image or tool. */
export function noteText(note: RequestNote, all: boolean): string {
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
    case 'repaired':
      return repairedText(by, note.how);
    case 'failed-before':
      return visibleText(note.what, 'line');
    case 'read-in-part':
      return `${by} read only ${inEnglish(note.read)} of about ${inEnglish(note.sent)} tokens: its window is no larger, so it doesn’t know the beginning of this chat.`;
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

/** Says how a request was made again, and why; `by` is the name of the model's provider. */
function repairedText(by: string, how: Extract<RequestNote, { type: 'repaired' }>['how']): string {
  switch (how.type) {
    case 'asked-again':
      return `${by} answered with nothing, so it was asked once more.`;
    case 'unforced':
      return `${by} can’t be made to use a certain tool, so it was only asked to.`;
    case 'thinking':
      return `${by} doesn’t take how much it is to think, so that was left out.`;
    case 'thoughts':
      return `${by} didn’t take its earlier thoughts as they were, so they were sent the way it wants them.`;
    case 'output':
      return how.most === null
        ? `${by} doesn’t take a limit for its answer, so that was left out.`
        : `${by} writes at most ${inEnglish(how.most)} tokens at once, so no more was asked of it.`;
    case 'shortened':
      return `Earlier results were shortened to fit into what ${by} reads at once.`;
  }
}
