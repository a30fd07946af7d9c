const japanese = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo', dateStyle: 'short', timeStyle: 'medium' })

/** A moment as a spreadsheet reads one, in Japan's time: `2026-11-21 12:00:00`. */
export const momentCell = (moment: Date): string => japanese.format(moment)
