import { type FrameProfile, workKinds } from '../browser/frame-profile.ts';
import { spreadOf } from './statistics.ts';
import { short, tableOf } from './table.ts';

/** What a page and its reference did in each round, with a processor so many times slower. */
export type ProfiledScene = {
  title: string;
  slowdown: number;
  ours: FrameProfile[];
  reference: FrameProfile[];
};

/** The medians of each kind of work, in milliseconds: a scene a column, the references' in brackets. */
export function profileTable(scenes: readonly ProfiledScene[]): string {
  const titles = scenes.map(({ title, slowdown }) =>
    slowdown === 1 ? title : `${title}, page ${slowdown} × slower`,
  );
  const row = (name: string, of: (profile: FrameProfile) => number) => [
    name,
    ...scenes.map(({ ours, reference }) => {
      const [median, beside] = [ours, reference].map((profiles) => spreadOf(profiles.map(of)).median);
      return `${rounded(median)} (${rounded(beside)})`;
    }),
  ];
  const rows = workKinds.map((kind) => row(kind, (profile) => profile[kind]));
  return tableOf([['ms', ...titles], ...rows, row('together', whole)]);
}

const rounded = (time = Number.NaN) => short(Number(time.toFixed(1)));

function whole(profile: FrameProfile): number {
  return workKinds.reduce((sum, kind) => sum + profile[kind], 0);
}
