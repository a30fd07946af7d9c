/** Maximum length of the stored text of the confirmation. */
const MAX_TEXT_LENGTH = 20_000

/** The text of the confirmation as shown, line by line, to be stored with the order (特定商取引法 12条の6). */
export function shownText(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
  return lines.join('\n').slice(0, MAX_TEXT_LENGTH)
}
