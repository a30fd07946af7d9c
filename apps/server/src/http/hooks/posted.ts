/** What anyone may have posted, as text; '' if it is none. */
export const postedText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The fields of a JSON that anyone may have posted; none if it is no object. */
export function postedJsonFields(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
