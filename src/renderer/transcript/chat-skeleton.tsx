import { AfterDelay } from '../ui/after-delay.tsx';

const widths = ['w-1/2 self-end', 'w-5/6', 'w-full', 'w-2/3'];

export function ChatSkeleton() {
  return (
    <div className="min-h-0 flex-1" aria-busy>
      <AfterDelay>
        <div className="column flex flex-col gap-4 pt-10">
          <p className="sr-only">Loading the conversation</p>
          {widths.map((width) => (
            <div key={width} aria-hidden className={`h-4 rounded-control bg-hover ${width}`} />
          ))}
        </div>
      </AfterDelay>
    </div>
  );
}
