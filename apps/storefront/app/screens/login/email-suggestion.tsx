interface EmailSuggestionProps {
  suggestion: string | null
  onTake: (meant: string) => void
}

/** 「もしかして」: a question, never a correction. */
export const EmailSuggestion = ({ suggestion, onTake }: EmailSuggestionProps) => (
  <div aria-live="polite" className="-mt-3 text-sm empty:hidden">
    {suggestion && (
      <button type="button" className="text-link min-h-tap text-left" onClick={() => onTake(suggestion)}>
        もしかして <strong className="font-medium">{suggestion}</strong> ですか?
      </button>
    )}
  </div>
)
