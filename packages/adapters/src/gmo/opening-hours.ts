/** 受付時間 as GMO takes it: 「平日10:00〜18:00」 → 10:00-18:00; the usual hours where a shop names none. */
export function gmoOpeningHours(hours: string): string {
  const [from, to] = [...hours.normalize('NFKC').matchAll(/(\d{1,2}):(\d{2})/g)].map(
    ([, hour, minute]) => `${hour!.padStart(2, '0')}:${minute}`,
  )
  return from && to ? `${from}-${to}` : '10:00-17:00'
}
