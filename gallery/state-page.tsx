import { useState } from 'react';
import { cardNumbers } from '../src/renderer/cards/card-numbers.ts';
import { GrowingTextField } from '../src/renderer/ui/text-input.tsx';
import { callOf, type GalleryCard, type GalleryState, isWaiting } from './gallery-state.ts';
import { createGalleryStore } from './gallery-store.ts';
import { ShownCard } from './shown-card.tsx';

/** One state as it stands in a chat, with a stand-in for the composer. */
export function StatePage({ state }: { state: GalleryState }) {
  const [store] = useState(() => createGalleryStore(state.cards));
  const [message, setMessage] = useState('');
  const waiting = state.cards.filter(isWaiting);
  const numbers = cardNumbers(state.cards.map(callOf));
  return (
    <main className="flex h-full flex-col">
      <h1 className="sr-only">{state.about}</h1>
      <div
        role="log"
        aria-label="Conversation"
        aria-live="off"
        tabIndex={0}
        className="conversation gutters min-h-0 flex-1 overflow-y-auto outline-offset-[-2px]"
      >
        {state.cards.map((shown, index) => (
          <div key={keyOf(shown)} className="column pt-4 pb-2">
            <ShownCard
              shown={shown}
              nth={numbers[index] ?? 1}
              store={store}
              position={isWaiting(shown) ? { index: waiting.indexOf(shown) + 1, of: waiting.length } : null}
              onTypeElsewhere={(text) => setMessage(message + text)}
            />
          </div>
        ))}
      </div>
      <div className="column py-3">
        <GrowingTextField
          aria-label="Message"
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
      </div>
    </main>
  );
}

function keyOf(shown: GalleryCard): string {
  return shown.type === 'plain' ? 'plain' : shown.part.toolCallId;
}
