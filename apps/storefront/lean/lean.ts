/** What to remove from one file of a library. */
export interface Lean {
  /** End of the file's path. */
  file: string
  /** Functions with their new bodies, mostly empty. */
  functions: Record<string, string>
  /** Constants with their new values. */
  values?: Record<string, string>
  /** Beginnings of the statements to remove. */
  statements?: string[]
}

/** Replaces functions with empty ones. */
export const nothing = (...names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, '']))
