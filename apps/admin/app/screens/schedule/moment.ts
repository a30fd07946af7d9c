/** Converts a field's `2027-01-01T00:00`, which is Japan time, to the server's format; empty becomes null. */
export const toMoment = (typed: string): string | null => (typed === '' ? null : `${typed.slice(0, 16)}:00+09:00`)
