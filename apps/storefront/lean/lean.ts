/** What is taken out of one file of a library. */
export interface Lean {
  /** How the file's path ends. */
  file: string
  /** Functions, and what stands in their bodies instead: mostly nothing. */
  functions: Record<string, string>
  /** Constants, and what they are instead. */
  values?: Record<string, string>
  /** Statements that are taken away, by how they begin. */
  statements?: string[]
}

/** Functions that do nothing any more. */
export const nothing = (...names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, '']))
