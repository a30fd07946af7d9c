import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Processor time in milliseconds of a process since its start; that of ended children is included. */
export function processorTime(pid: number): number {
  const [user = 0, system = 0, ofChildren = 0, systemOfChildren = 0] = fieldsOf(pid).slice(11, 15).map(Number)
  return (user + system + ofChildren + systemOfChildren) * tickMs
}

/** The same for a PostgreSQL with all of its backends, by its socket folder. */
export function postgresTime(socketDir: string): number {
  const lock = readdirSync(socketDir).find((name) => /^\.s\.PGSQL\.\d+\.lock$/.test(name))!
  const postmaster = Number.parseInt(readFileSync(join(socketDir, lock), 'utf8'), 10)
  const own = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && Number(fieldsOf(Number(pid))[1]) === postmaster)
  return [postmaster, ...own.map(Number)].reduce((sum, pid) => sum + processorTime(pid), 0)
}

/** USER_HZ is 100 on every Linux that Node supports. */
const tickMs = 10

/** The fields after the name in `/proc/PID/stat`: the state first, then the parent. */
export function fieldsOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
