const AHEAD = 9 * 3_600_000

/** A moment as a spreadsheet reads one, in Japan's time, which knows no summer: `2026-11-21 12:00:00`. */
export const momentCell = (moment: Date): string =>
  new Date(moment.getTime() + AHEAD).toISOString().slice(0, 19).replace('T', ' ')
