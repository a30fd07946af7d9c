/** The first day of this month in Japan, or of the one given (`2026-11…`), moved by whole months. */
export function monthFrom(given: string | null, by: number): string {
  const today = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 7)
  const month = given && /^\d{4}-\d\d/.test(given) ? given : today
  const [year, number] = month.split('-').map(Number) as [number, number]
  const at = year * 12 + (number - 1) + by
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}-01`
}
