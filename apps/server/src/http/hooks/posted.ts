/** Returns a posted value if it is a text, otherwise ''. Anyone may have posted it. */
export const postedText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Parses a posted JSON object. Returns no fields if it is none; anyone may have posted it. */
export function postedJsonFields(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
