import { AfterDelay } from '../ui/after-delay.tsx';

const widths = ['w-1/2 self-end', 'w-5/6', 'w-full', 'w-2/3'];

/** Takes the room of the chat at once, and becomes visible only if the chat is slow. */
export function ChatSkeleton() {
  return (
    <div className="gutters min-h-0 flex-1 overflow-y-auto" aria-busy>
      <AfterDelay>
        <div className="column flex flex-col gap-part pt-turn">
          <p className="sr-only">Loading the conversation</p>
          {widths.map((width) => (
            <div key={width} aria-hidden className={`h-4 rounded-control bg-hover ${width}`} />
          ))}
        </div>
      </AfterDelay>
    </div>
  );
}
