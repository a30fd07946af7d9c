import { stat, statfs } from 'node:fs/promises'
import type { Env } from '../env.ts'
import { type Finding, good, note, sentenceOf, wrong } from './finding.ts'

const gib = 2 ** 30

/** Free disk space for the data folder. */
export async function lookAtDisk(dataDir: string, room = roomOf): Promise<Finding> {
  const left = await room(dataDir).catch(() => undefined)
  if (left === undefined) return note('disk', `there is no folder ${dataDir}`, 'It is made at the first start.')
  const told = `${(left.free / gib).toFixed(1)} GiB free of ${(left.all / gib).toFixed(0)} in ${dataDir}`
  const remedy = 'Make room, or move DATA_DIR to a larger disk; a full one stops every order.'
  if (left.free < gib) return wrong('disk', told, remedy)
  return left.free < left.all / 10 ? note('disk', told, remedy) : good('disk', told)
}

async function roomOf(folder: string): Promise<{ free: number; all: number }> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, all: blocks * bsize }
}

/**
 * `BACKUP_MARK` names a file that each complete backup rewrites; older than `BACKUP_HOURS` (26) is reported as late.
 */
export async function lookAtBackups(env: Env, now: number = Date.now()): Promise<Finding> {
  const { BACKUP_MARK: file, BACKUP_HOURS: most = '26' } = env
  const remedy = 'Run npm run shop -- backup (or your own) from a timer; docs/running.md says how.'
  if (!file) return note('backups', 'nothing is known of them', `Set BACKUP_MARK. ${remedy}`)
  const made = await stat(file).catch(() => undefined)
  if (!made) return wrong('backups', `${file} is not there: none was ever made`, remedy)
  const hours = (now - made.mtimeMs) / 3_600_000
  const told = `the last is ${hours < 1 ? 'less than one hour' : `${Math.floor(hours)} hours`} old`
  return hours > Number(most) ? wrong('backups', told, remedy) : good('backups', told)
}

/** Whether a server answers at the address that customers use. */
export async function lookAtServer(public_url: string): Promise<Finding> {
  const url = `${public_url}/readyz`
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(10_000), redirect: 'manual' })
    const told = `${url} answers ${answer.status}`
    const state = ((await answer.json().catch(() => ({}))) as { status?: string }).status
    if (state === 'ready') return good('server', `${told} ${state}`)
    const remedy = 'See its log; the proxy must pass everything on to the server.'
    return (state === 'degraded' ? note : wrong)('server', `${told} ${state ?? 'and is none of ours'}`, remedy)
  } catch (error) {
    const remedy = 'See that the server runs, that the proxy leads to it, its certificate, and PUBLIC_URL.'
    return wrong('server', `${url}: ${sentenceOf(error)}`, remedy)
  }
}
