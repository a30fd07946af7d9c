/** The contents of the log archive: segments, and a marker for each base copy made while the log was archived. */
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Timeline, and the segment number in two halves. A copy's marker adds the offset in its segment. */
const named = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})(\.[0-9A-F]{8}\.backup)?\.gz(\.part)?$/

interface LogSegment {
  file: string
  /** Counts segments of 16 MB; a marker has the number of the first segment that its copy needs. */
  number: number
  isMark: boolean
  isPart: boolean
}

/** PostgreSQL numbers 256 segments per log file. */
const numberOf = (log: string, piece: string) => Number.parseInt(log, 16) * 256 + Number.parseInt(piece, 16)

async function keptIn(archive: string): Promise<LogSegment[]> {
  return (await readdir(archive)).flatMap((file) => {
    const [, , log, piece, mark, part] = named.exec(file) ?? []
    if (!log || !piece) return []
    return { file, number: numberOf(log, piece), isMark: mark !== undefined, isPart: part !== undefined }
  })
}

/** Returns the archive folder of a running server from its `archive_command`; null if the command is not ours. */
export const archiveFolder = (command: string): string | null =>
  /^if test -e (\/[\w./-]*)\/%f\.gz;/.exec(command)?.[1] ?? null

export interface ArchivedLog {
  pieces: number
  bytes: number
  /** When the newest base copy from which the log continues was made; null: there is none. */
  copied: Date | null
  /** True if no segment is missing since the newest copy. */
  isWhole: boolean
}

/** Reads how much log an archive folder holds, and whether it is complete since the newest base copy. */
export async function inspectArchivedLog(archive: string): Promise<ArchivedLog> {
  const all = (await keptIn(archive)).filter(({ isPart }) => !isPart)
  const sizes = await Promise.all(all.map(async ({ file }) => (await stat(join(archive, file))).size))
  const numbers = new Set(all.filter(({ isMark }) => !isMark).map(({ number }) => number))
  const mark = all
    .filter(({ isMark }) => isMark)
    .reduce<LogSegment | null>((a, b) => (a && a.number > b.number ? a : b), null)
  const last = Math.max(...numbers)
  const needed = mark ? Array.from({ length: Math.max(1, last - mark.number + 1) }, (_, n) => mark.number + n) : []
  return {
    pieces: numbers.size,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    copied: mark ? (await stat(join(archive, mark.file))).mtime : null,
    isWhole: needed.every((number) => numbers.has(number)),
  }
}

/**
 * Deletes log older than the oldest base copy in `copies` (folders made by `backup`), on every timeline, as
 * pg_archivecleanup does. Deletes nothing if there is no copy, or if a copy does not state its start. Timeline history
 * files stay.
 */
export async function removeOldLogs(archive: string, copies: string): Promise<{ pieces: number; bytes: number }> {
  const names = (await readdir(copies)).filter((name) => name.startsWith('kushi-'))
  const firsts = await Promise.all(names.map((name) => firstPiece(join(copies, name))))
  const oldest = Math.min(...firsts.map((number) => number ?? 0))
  const gone = Number.isFinite(oldest) ? (await keptIn(archive)).filter(({ number }) => number < oldest) : []
  let bytes = 0
  for (const { file } of gone) {
    bytes += (await stat(join(archive, file))).size
    await rm(join(archive, file))
  }
  return { pieces: gone.filter(({ isMark }) => !isMark).length, bytes }
}

/** Returns the first segment that a copy needs; undefined if its label is missing or has another form. */
async function firstPiece(copy: string): Promise<number | undefined> {
  const label = await readFile(join(copy, 'postgres/backup_label'), 'utf8').catch(() => '')
  const [, log, piece] = /^START WAL LOCATION: \S+ \(file [0-9A-F]{8}([0-9A-F]{8})([0-9A-F]{8})\)/m.exec(label) ?? []
  return log && piece ? numberOf(log, piece) : undefined
}
