const JST = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Tokyo',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** yyyyMMddHHmmss in Japan (JST), the gateway's format of times. */
export function stamp(at: Date): string {
  return JST.format(at).replace(/\D/g, '')
}

/** yyyy-MM-dd-HH-mm-ss, the format of a token's expiry. */
export function dashed(at: Date): string {
  return JST.format(at).replace(/\D/g, '-')
}

export function parseStamp(text: string): Date {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text)
  if (parts === null) return new Date(Number.NaN)
  const [, year, month, day, hour, minute, second] = parts
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}+09:00`)
}
