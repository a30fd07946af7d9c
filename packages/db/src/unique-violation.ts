/**
 * Whether an error of a statement is a unique violation: a concurrent statement inserted the key first. Where Citus
 * moves the rows of a step into a table, it reports this only by its message (`XX000`).
 */
export function isUniqueViolation(error: unknown): boolean {
  const { code, message } = (error as { cause?: { code?: string; message?: string } }).cause ?? {}
  return code === '23505' || (code === 'XX000' && /^duplicate key value violates unique/.test(message ?? ''))
}
