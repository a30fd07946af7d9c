/** 置き配 notes are kept to the letter. */
const KEPT = 'delivery_notes'

/** Request bodies are trimmed of white space around every string, except delivery_notes. */
export function trimBody(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return name === KEPT ? value : value.trim()
  if (Array.isArray(value)) return value.map((one) => trimBody(one, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, trimBody(one, key)]))
}
