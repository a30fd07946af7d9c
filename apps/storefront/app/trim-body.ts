/** 置き配 notes are sent exactly as typed. */
const KEPT = 'delivery_notes'

/** Trims white space around every string in a request body, except delivery_notes. */
export function trimBody(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return name === KEPT ? value : value.trim()
  if (Array.isArray(value)) return value.map((one) => trimBody(one, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, trimBody(one, key)]))
}
