import { AnswerCut, type AnswerReader, objectReader, type Protocol } from './readable-answer.ts';

/** The lines of Ollama's native API. */
export const chatLines: Protocol = {
  framing: 'lines',
  fromWhole: (answer) => [answer],
  reader: lineReader,
};

function lineReader(): AnswerReader {
  // The library takes any line with the field `error` for a bug, also beside `done`, and where it is null.
  const lines = objectReader(
    (line) => (line['error'] ?? null) === null && ('message' in line || 'done' in line),
    ({ done }) => done === true,
    ({ error: _, ...line }) => line,
  );
  return {
    ...lines,
    end() {
      if (!lines.isOver()) throw new AnswerCut('The answer ends before its last line.');
      return [];
    },
  };
}
