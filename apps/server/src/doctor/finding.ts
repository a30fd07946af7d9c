/** Result of one check. `note`: nothing is broken, but the operator should know. */
export interface Finding {
  about: string
  state: 'good' | 'note' | 'wrong'
  found: string
  /** What to do; empty if nothing is needed. */
  remedy: string
}

export const okFinding = (about: string, found: string): Finding => ({ about, state: 'good', found, remedy: '' })
export const warningFinding = (about: string, found: string, remedy: string): Finding => ({
  about,
  state: 'note',
  found,
  remedy,
})
export const errorFinding = (about: string, found: string, remedy: string): Finding => ({
  about,
  state: 'wrong',
  found,
  remedy,
})

/** The first sentence of an error, without stack or driver details. */
export function firstSentence(error: unknown): string {
  const { message, cause } = error as Error
  const deepest = cause instanceof Error && cause.message ? `${message} (${firstSentence(cause)})` : message
  return String(deepest || error)
    .split('\n', 1)[0]!
    .slice(0, 300)
}
