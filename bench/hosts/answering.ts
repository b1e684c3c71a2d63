import type { Page } from 'playwright';
import { answer, ask, question, say } from '../../e2e/support/provider.ts';
import { button, send, untilArmed, waitingCard } from '../../e2e/support/chat.ts';
import type { AnthropicServer } from '../../test/main/agents/model/anthropic-server.ts';
import { clockOf } from '../browser/page-clock.ts';

/** Milliseconds from the click on `Submit answers` on. */
export type AnswerTimes = { provider: number; card: number; text: number };

/** Has a question asked in the open chat, answers it on its card, and tells how long everything took. */
export async function answerOnce(page: Page, provider: AnthropicServer, round: number): Promise<AnswerTimes> {
  const thanks = `Thanks for answer ${round}.`;
  provider.reply(
    answer(ask(`asked-${round}`, { questions: [question(`Which way, ${round}?`, 'Way', 'A', 'B')] })),
    say(thanks),
  );
  await send(page, `Ask me, ${round}`);
  const card = await waitingCard(page);
  await card.getByRole('radio').first().click();
  await untilArmed(card);
  const inOurTime = await clockOf(page);
  const asked = provider.requests.length;
  const received = provider.request(asked).then(() => performance.now());
  const settled = page.evaluate(() =>
    window.bench.painted(() => document.querySelector('[data-tool-call-id][data-state=waiting]') === null),
  );
  const said = page.evaluate((text) => window.bench.paintedText('[role=log]', text), thanks);
  await button(card, 'Submit answers').click();
  const [receivedAt, settledAt, saidAt] = await Promise.all([received, settled, said]);
  const clickedAt = await page.evaluate(() => window.bench.clickedAt);
  return {
    provider: receivedAt - inOurTime(clickedAt),
    card: settledAt - clickedAt,
    text: saidAt - clickedAt,
  };
}
