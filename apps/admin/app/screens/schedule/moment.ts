/** `2027-01-01T00:00` of a field, which means Japan's time, as it goes to the server; nothing typed is null. */
export const toMoment = (typed: string): string | null => (typed === '' ? null : `${typed.slice(0, 16)}:00+09:00`)
