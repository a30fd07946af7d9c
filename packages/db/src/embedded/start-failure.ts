import { open, stat } from 'node:fs/promises'
import { shopCommand } from '../command-hints.ts'

/** PostgreSQL's own words → what to do. */
const causes: [RegExp, (folder: string) => string][] = [
  [
    /No space left on device/i,
    (folder) => `the disk is full. df -h ${folder} shows which: make room there, and start again`,
  ],
  [
    /Permission denied/i,
    (folder) => `files in it belong to another account. ls -ln ${folder} shows whose; chown -R them`,
  ],
  [
    /could not (map|create) .*shared memory|Cannot allocate memory|could not fork/i,
    () => 'this machine has no memory left for it. free -m shows who has it; stop that, and start again',
  ],
  [
    /checkpoint record|pg_control|invalid (page|checksum|magic)|could not (open|read|access) file|PANIC/i,
    () =>
      `its files are damaged. Restore the last backup into a new folder: DATA_DIR=… ${shopCommand('restore <backup>')}`,
  ],
  [
    /lock file "postmaster\.pid" already exists|is another postmaster/i,
    (folder) => `another PostgreSQL runs on it. cat ${folder}/postmaster.pid names its process: stop that one`,
  ],
]

/** Returns the size of PostgreSQL's log in bytes. */
export const readLogSize = (log: string): Promise<number> =>
  stat(log).then(
    ({ size }) => size,
    () => 0,
  )

/** Returns the reason why a start failed, and the remedy, from PostgreSQL's log after its first `since` bytes. */
export async function explainStartFailure(log: string, since: number, cluster: string): Promise<string> {
  const said = await readFrom(log, since).catch(() => '')
  const lines = said.split('\n').filter((line) => /(FATAL|PANIC|could not|: )/.test(line))
  const fatal = lines.findLast((line) => /(FATAL|PANIC):/.test(line)) ?? lines.at(-1)
  const [, wayOut] = causes.find(([words]) => words.test(said)) ?? []
  const words = fatal
    ?.replace(/^.*?(FATAL|PANIC|LOG|ERROR): */, '')
    .replace(/^but /, '')
    .trim()
  if (wayOut) return `${wayOut(cluster)} (${words}).`
  return words ? `${words}. ${shopCommand('doctor')} looks for more; the whole log is ${log}.` : `${log} says why.`
}

async function readFrom(log: string, start: number): Promise<string> {
  const file = await open(log)
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read({
      buffer: Buffer.alloc(Math.min(64 * 1024, Math.max(0, size - start))),
      position: Math.max(start, size - 64 * 1024),
    })
    return buffer.subarray(0, bytesRead).toString()
  } finally {
    await file.close()
  }
}
