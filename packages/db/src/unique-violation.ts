/** Whether an error of a statement says that a row with this key is there already: somebody was faster, and the index had the last word. */
export const isUniqueViolation = (error: unknown): boolean =>
  (error as { cause?: { code?: string } }).cause?.code === '23505'
