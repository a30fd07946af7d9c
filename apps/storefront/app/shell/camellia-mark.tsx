/** The shop's mark: a camellia seen from above. Decoration beside the name. */
export const CamelliaMark = () => (
  <svg aria-hidden="true" width="28" height="28" viewBox="0 0 28 28" className="shrink-0">
    <g fill="var(--color-camellia)" stroke="var(--color-washi)" strokeWidth="0.8">
      {[0, 72, 144, 216, 288].map((turn) => (
        <ellipse key={turn} transform={`rotate(${turn} 14 14)`} cx="14" cy="7.6" rx="6.2" ry="6.4" />
      ))}
    </g>
    <circle cx="14" cy="14" r="3.4" fill="var(--color-brass)" stroke="var(--color-washi)" strokeWidth="0.8" />
  </svg>
)
