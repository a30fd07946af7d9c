/** Plain words of the shop's own, an empty row between paragraphs. */
export const Paragraphs = ({ text, className = '' }: { text: string; className?: string }) =>
  text
    .split(/\n\s*\n/)
    .filter(Boolean)
    .map((paragraph) => (
      <p key={paragraph} className={`phrases whitespace-pre-line ${className}`}>
        {paragraph}
      </p>
    ))
