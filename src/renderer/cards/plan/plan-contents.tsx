import { ChevronRight } from 'lucide-react';
import { type MouseEvent, useRef } from 'react';
import type { ShownBlock } from './plan-blocks.ts';
import { blockId } from './noted-block.tsx';
import { usePartRead } from '../preview/use-part-read.ts';
import { VisibleText } from '../../ui/visible-text.tsx';

type PlanContentsProps = {
  blocks: readonly ShownBlock[];
  plan: string;
  title: string;
  prefix: string;
  open: boolean;
};

/** From how many headings and lines on a plan is long. */
const long = { headings: 4, lines: 30 };

const indents = ['', 'ps-4', 'ps-8'];

/**
 * The headings of a long plan, each leading to its place; folded where there is no margin for them. In the pane the
 * one that is being read is marked.
 */
export function PlanContents({ blocks, plan, title, prefix, open }: PlanContentsProps) {
  const all = blocks.filter(({ depth }) => depth > 0);
  const headings = all[0]?.quote === title ? all.slice(1) : all;
  const nav = useRef<HTMLElement>(null);
  const headingsIn = () => headings.map((heading) => document.getElementById(blockId(prefix, heading)));
  const read = usePartRead(nav, '[data-pane]', headingsIn);
  if (headings.length < long.headings || plan.split('\n').length < long.lines) return null;
  const top = Math.min(...headings.map(({ depth }) => depth));
  return (
    <nav ref={nav} aria-label="Contents" className="mb-4 rounded-control bg-well px-4 py-2 text-second">
      <details key={`${open}`} open={open}>
        <summary className="plan-contents-title hit flex items-center gap-2 font-semibold">
          <ChevronRight aria-hidden className="size-3.5 text-tertiary in-open:rotate-90" />
          Contents
        </summary>
        <ul>
          {headings.map((heading, number) => (
            <li key={heading.number} className={indents[Math.min(heading.depth - top, 2)]}>
              <a
                href={`#${blockId(prefix, heading)}`}
                aria-current={number === read ? 'true' : undefined}
                className="hit relative inline-flex items-center py-0.5 text-secondary hover:text-ink hover:underline aria-current:font-medium aria-current:text-ink"
                onClick={goTo}
              >
                <VisibleText text={heading.quote} layout="line" />
              </a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}

/** Takes the focus along, and leaves the address alone. */
function goTo(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  const heading = document.getElementById(event.currentTarget.hash.slice(1));
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: 'start' });
}
