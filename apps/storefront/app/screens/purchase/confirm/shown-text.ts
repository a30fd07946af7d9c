/** Longest text that the shop keeps of what was shown. */
const MAX = 20_000

/** The words of the confirmation as they stood there, line by line, to be kept with the order (特定商取引法 12条の6). */
export function shownText(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
  return lines.join('\n').slice(0, MAX)
}
