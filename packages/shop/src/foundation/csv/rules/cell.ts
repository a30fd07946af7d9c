/**
 * The start of a cell that a spreadsheet reads as a formula, after any number of apostrophes. In Shift_JIS a minus sign
 * (U+2212) becomes －.
 */
const formula = /^'*[=+\-@\t\r\n＝＋－＠−]/

/**
 * Prepends an apostrophe to such texts, so that no spreadsheet calculates them. `unescapeFormula` removes it from exactly
 * these.
 */
export const escapeFormula = (text: string): string => (formula.test(text) ? `'${text}` : text)

export const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell
