/** 差し込み in a text, `{宛名}`. An unmatched brace is ordinary text. */
const PLACEHOLDER = /\{([^{}\s]{1,20})\}/g

/** Returns the names of the placeholders in a text, each once. */
export const findPlaceholders = (text: string): string[] => [
  ...new Set([...text.matchAll(PLACEHOLDER)].map(([, name]) => name!)),
]

type Values = Readonly<Record<string, string>>

/**
 * Returns the paragraphs of a text with its placeholders filled. Fills in one pass, so that a customer's text is never
 * read as a placeholder. Leaves out a row of nothing but empty placeholders. `literal` converts the text between
 * placeholders. `newline` joins the rows.
 */
export function fillTextParagraphs(
  text: string,
  values: Values,
  { literal = (words: string) => words, newline = '\n' } = {},
): string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .flatMap((paragraph) => {
      const rows = paragraph.split('\n').flatMap((row) => {
        const isHole = findPlaceholders(row).length > 0 && row.replace(PLACEHOLDER, filling(values)).trim() === ''
        return isHole ? [] : [filledRow(row, values, literal)]
      })
      return rows.length === 0 ? [] : [rows.join(newline)]
    })
}

/** Fills the placeholders of a text. A placeholder without a value stays as typed. */
export const fillPlaceholders = (text: string, values: Values): string =>
  fillTextParagraphs(text, values).join('\n\n').trim()

/** An unknown name stays as typed. */
const filling = (values: Values) => (typed: string, name: string) =>
  Object.hasOwn(values, name) ? values[name]! : typed

const filledRow = (row: string, values: Values, literal: (words: string) => string): string =>
  row
    .split(/(\{[^{}\s]{1,20}\})/)
    .map((part, at) => {
      const name = part.slice(1, -1)
      return at % 2 === 1 && Object.hasOwn(values, name) ? values[name]! : literal(part)
    })
    .join('')
