import { execFile } from 'node:child_process'
import { readFile, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

/** A running PostgreSQL server, as its data folder describes it. */
export type Postmaster = { pid: number; socketDir: string; ready: boolean }

export const socketPrefix = 'kushi-pg-'

const pidFile = (cluster: string) => join(cluster, 'postmaster.pid')

async function readPidFile(cluster: string): Promise<Postmaster | undefined> {
  const lines = (await readFile(pidFile(cluster), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  return pid > 1 ? { pid, socketDir: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' } : undefined
}

/**
 * Finds the PostgreSQL that runs on `cluster`, whichever process started it. The pid file alone proves nothing: a
 * copied folder contains a copy of it.
 */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const noted = await readPidFile(cluster)
  return noted && (await isServerOfCluster(noted.pid, cluster)) ? noted : undefined
}

/**
 * Removes the pid file of a server that has ended. PostgreSQL does so itself, unless the pid now belongs to another
 * process.
 */
export async function removeStalePidFile(cluster: string): Promise<void> {
  const noted = await readPidFile(cluster)
  // A concurrent start may have been faster since the search.
  if (!noted || (await isServerOfCluster(noted.pid, cluster))) return
  if (isAlive(noted.pid)) await rm(pidFile(cluster), { force: true })
  // In a copied data folder this may be the socket folder of the original, which is still running.
  else if (basename(noted.socketDir).startsWith(socketPrefix))
    await rm(noted.socketDir, { recursive: true, force: true })
}

/**
 * Whether process `pid` is a PostgreSQL working in `cluster`: compares its name, and its working directory by device
 * and inode. False for a reused pid, a server on another folder and a dead process.
 */
export async function isServerOfCluster(pid: number, cluster: string): Promise<boolean> {
  const { name, folder } = await (process.platform === 'linux' ? lookInProc(pid) : askLsof(pid))
  return /(^|\/)postgres/.test(name) && (await isSameFolder(folder, cluster))
}

/** Whether both paths lead to the same folder, by device and inode. */
export async function isSameFolder(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((path) => stat(path).catch(() => undefined)))
  return a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev
}

type ProcessFacts = { name: string; folder: string }

async function lookInProc(pid: number): Promise<ProcessFacts> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return { name: command.split('\0')[0]!, folder: `/proc/${pid}/cwd` }
}

async function askLsof(pid: number): Promise<ProcessFacts> {
  const run = promisify(execFile)
  const ask = (command: string, ...args: string[]) =>
    run(command, args).then(
      ({ stdout }) => stdout,
      () => '',
    )
  const [name, folder] = await Promise.all([
    ask('ps', '-o', 'comm=', '-p', String(pid)),
    ask('lsof', '-a', '-p', String(pid), '-d', 'cwd', '-Fn'),
  ])
  return { name: name.trim(), folder: /^n(.*)$/m.exec(folder)?.[1] ?? '' }
}

/**
 * SIGINT ends every connection and writes all data to disk. After `timeout` ms SIGQUIT follows, from which the next
 * start recovers.
 */
export async function stopPostmaster(pid: number, cluster: string, timeout: number): Promise<void> {
  const deadline = Date.now() + timeout
  if (!(await isServerOfCluster(pid, cluster))) return
  signal(pid, 'SIGINT')
  while (await isServerOfCluster(pid, cluster)) {
    if (Date.now() > deadline) return void signal(pid, 'SIGQUIT')
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
}

const isAlive = (pid: number) => signal(pid, 0)

/** Returns false if there is no such process. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
