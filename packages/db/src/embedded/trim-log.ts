import { copyFile, stat, truncate } from 'node:fs/promises'

const most = 16 * 2 ** 20
const hour = 3_600_000

/**
 * Keeps PostgreSQL's log at 16 MiB, and as much in `<log>.1`. PostgreSQL appends to the file that it was given, so the
 * file is emptied and not replaced.
 */
export async function trimLog(log: string): Promise<void> {
  const { size } = await stat(log).catch(() => ({ size: 0 }))
  if (size < most) return
  await copyFile(log, `${log}.1`)
  await truncate(log)
}

/** Once an hour, until the returned function is called. */
export function keepTrimmed(log: string): () => void {
  const timer = setInterval(() => void trimLog(log).catch(() => undefined), hour)
  timer.unref()
  return () => clearInterval(timer)
}
