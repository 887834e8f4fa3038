/** Questions to begin with. */
export function Suggestions({
  questions,
  onAsk,
}: {
  questions: readonly string[];
  onAsk: (question: string) => void;
}) {
  return (
    <ul class="suggestions" aria-label="Suggestions">
      {questions.map((question) => (
        <li key={question}>
          <button type="button" class="secondary" onClick={() => onAsk(question)}>
            {question}
          </button>
        </li>
      ))}
    </ul>
  );
}
