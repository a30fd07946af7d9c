/** What lies in the archive of the log: pieces, and a mark for each base copy that was made while it was kept. */
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Timeline, and the number of the piece in two halves; a copy's mark has the place in its piece behind that. */
const named = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})(\.[0-9A-F]{8}\.backup)?\.gz(\.part)?$/

interface Kept {
  file: string
  /** Counts pieces of 16 MB; a mark has the number of the first piece that its copy needs. */
  number: number
  isMark: boolean
  isPart: boolean
}

/** PostgreSQL's pieces are numbered by 256 in a log. */
const numberOf = (log: string, piece: string) => Number.parseInt(log, 16) * 256 + Number.parseInt(piece, 16)

async function keptIn(archive: string): Promise<Kept[]> {
  return (await readdir(archive)).flatMap((file) => {
    const [, , log, piece, mark, part] = named.exec(file) ?? []
    if (!log || !piece) return []
    return { file, number: numberOf(log, piece), isMark: mark !== undefined, isPart: part !== undefined }
  })
}

/** The folder of a running server's archive, by its `archive_command`; null where that is none of ours. */
export const archiveFolder = (command: string): string | null =>
  /^if test -e (\/[\w./-]*)\/%f\.gz;/.exec(command)?.[1] ?? null

export interface KeptLog {
  pieces: number
  bytes: number
  /** When the newest base copy was made that the log goes on from; null: none was. */
  copied: Date | null
  /** No piece is missing since the newest copy. */
  isWhole: boolean
}

export async function lookAtLog(archive: string): Promise<KeptLog> {
  const all = (await keptIn(archive)).filter(({ isPart }) => !isPart)
  const sizes = await Promise.all(all.map(async ({ file }) => (await stat(join(archive, file))).size))
  const numbers = new Set(all.filter(({ isMark }) => !isMark).map(({ number }) => number))
  const mark = all
    .filter(({ isMark }) => isMark)
    .reduce<Kept | null>((a, b) => (a && a.number > b.number ? a : b), null)
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
 * Takes away what is older than the oldest base copy in `copies` (folders made by `backup`), as pg_archivecleanup does: whatever timeline
 * it is of. Nothing goes where there is no copy, or one that does not say where it begins. History of timelines stays.
 */
export async function thinLog(archive: string, copies: string): Promise<{ pieces: number; bytes: number }> {
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

/** From which piece on a copy needs the log; undefined where its label is not there, or says it in another way. */
async function firstPiece(copy: string): Promise<number | undefined> {
  const label = await readFile(join(copy, 'postgres/backup_label'), 'utf8').catch(() => '')
  const [, log, piece] = /^START WAL LOCATION: \S+ \(file [0-9A-F]{8}([0-9A-F]{8})([0-9A-F]{8})\)/m.exec(label) ?? []
  return log && piece ? numberOf(log, piece) : undefined
}
