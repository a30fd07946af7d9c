const LATEST = Date.UTC(10_000, 0)

/**
 * Parses the end of a reservation that a provider states: an ISO 8601 time with its zone, or seconds. null: it is
 * neither.
 */
export function parseCaptureUntil(said: unknown): { capture_until: Date } | null {
  const isTime = typeof said === 'string' && /T.*(Z|[+-]\d\d:?\d\d)$/.test(said)
  const at = isTime ? Date.parse(said) : typeof said === 'number' ? said * 1000 : Number.NaN
  return at > 0 && at < LATEST ? { capture_until: new Date(at) } : null
}
