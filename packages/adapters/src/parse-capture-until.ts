const LATEST = Date.UTC(10_000, 0)

/** Until when money is reserved, as its provider says: an ISO 8601 time with its zone, or seconds. What is neither says nothing. */
export function parseCaptureUntil(said: unknown): { capture_until: Date } | null {
  const isTime = typeof said === 'string' && /T.*(Z|[+-]\d\d:?\d\d)$/.test(said)
  const at = isTime ? Date.parse(said) : typeof said === 'number' ? said * 1000 : Number.NaN
  return at > 0 && at < LATEST ? { capture_until: new Date(at) } : null
}
