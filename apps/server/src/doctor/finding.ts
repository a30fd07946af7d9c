/** One thing that was looked at. `note`: nothing is broken, and somebody should know. */
export interface Finding {
  about: string
  state: 'good' | 'note' | 'wrong'
  found: string
  /** What to do; empty where nothing is. */
  remedy: string
}

export const good = (about: string, found: string): Finding => ({ about, state: 'good', found, remedy: '' })
export const note = (about: string, found: string, remedy: string): Finding => ({ about, state: 'note', found, remedy })
export const wrong = (about: string, found: string, remedy: string): Finding => ({
  ...{ about, state: 'wrong', found, remedy },
})

/** The first sentence of what went wrong, without what a stack or a driver adds. */
export function sentenceOf(error: unknown): string {
  const { message, cause } = error as Error
  const deepest = cause instanceof Error && cause.message ? `${message} (${sentenceOf(cause)})` : message
  return String(deepest || error)
    .split('\n', 1)[0]!
    .slice(0, 300)
}
