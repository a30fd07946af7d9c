/** Plain text written by the shop; empty lines separate paragraphs. */
export const Paragraphs = ({ text, className = '' }: { text: string; className?: string }) =>
  text
    .split(/\n\s*\n/)
    .filter(Boolean)
    .map((paragraph) => (
      <p key={paragraph} className={`phrases whitespace-pre-line ${className}`}>
        {paragraph}
      </p>
    ))
