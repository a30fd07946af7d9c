import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

/** What a running PostgreSQL says of itself in its data folder. */
export type Postmaster = { pid: number; socketDir: string; ready: boolean }

export const socketPrefix = 'kushi-pg-'

/** The PostgreSQL that runs on `cluster`, whoever started it; a file left by one that is gone is cleared away. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const file = join(cluster, 'postmaster.pid')
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!(pid > 1)) return undefined
  const socketDir = lines[4] ?? ''
  if (await isPostgres(pid)) return { pid, socketDir, ready: lines[7]?.trim() === 'ready' }
  // PostgreSQL would refuse to start if a process of ours had got the same number, as happens in containers.
  await rm(file, { force: true })
  if (basename(socketDir).startsWith(socketPrefix)) await rm(socketDir, { recursive: true, force: true })
  return undefined
}

/** A dead process that nobody has waited for has no command line, and counts as gone. */
export async function isPostgres(pid: number): Promise<boolean> {
  const command =
    process.platform === 'linux'
      ? readFile(`/proc/${pid}/cmdline`, 'utf8')
      : promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).then(({ stdout }) => stdout)
  return (await command.catch(() => '')).includes('postgres')
}

/** SIGINT ends every connection and writes everything down; after `patience` ms SIGQUIT, from which the next start recovers. */
export async function stopPostmaster(pid: number, patience = 10_000): Promise<void> {
  const deadline = Date.now() + patience
  signal(pid, 'SIGINT')
  while (await isPostgres(pid)) {
    if (Date.now() > deadline) return signal(pid, 'SIGQUIT')
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // Already gone.
  }
}
