import { open, truncate, writeFile } from 'node:fs/promises'

const most = 16 * 2 ** 20
const minute = 60_000

/**
 * Keeps PostgreSQL's log at 16 MiB, and its last 16 MiB before that in `<log>.1`. PostgreSQL appends to the file that it was
 * given, so the file is emptied and not replaced; also if there is no room for the copy, because the log then fills the disk itself.
 */
export async function trimLog(log: string): Promise<void> {
  const file = await open(log).catch(() => null)
  if (!file) return
  try {
    const { size } = await file.stat()
    if (size < most) return
    const last = Buffer.alloc(most)
    await file.read(last, 0, most, size - most)
    await writeFile(`${log}.1`, last, { mode: 0o600 }).catch(() => undefined)
    await truncate(log)
  } finally {
    await file.close()
  }
}

/** Trims the log once a minute until the returned function is called. */
export function startLogTrimming(log: string): () => void {
  const timer = setInterval(() => void trimLog(log).catch(() => undefined), minute)
  timer.unref()
  return () => clearInterval(timer)
}
