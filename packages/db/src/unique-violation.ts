/**
 * Whether an error of a statement says that a row with this key is there already: somebody was faster, and the index had the last word.
 * Citus tells it by its words alone where it carries the rows of a step into a table (`XX000`).
 */
export function isUniqueViolation(error: unknown): boolean {
  const { code, message } = (error as { cause?: { code?: string; message?: string } }).cause ?? {}
  return code === '23505' || (code === 'XX000' && /^duplicate key value violates unique/.test(message ?? ''))
}
