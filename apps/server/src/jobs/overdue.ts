import type { Database } from '@kushi/db/connect'

/** State of this process's jobs, reported by `readyz`. */
export interface JobsState {
  running: boolean
  /** Schedules that should have run, here or on another process, and did not. */
  overdue: string[]
}

/** Minutes between two runs of a schedule, for the forms that we use: every minute, every few minutes, hour or day. */
export function minutesBetweenRuns(cron: string): number {
  const [minute = '', hour] = cron.split(' ')
  if (minute === '*') return 1
  if (minute.startsWith('*/')) return Number(minute.slice(2))
  return hour === '*' ? 60 : 24 * 60
}

/**
 * Names of schedules that missed two runs on all processes; `upMinutes`: how long this process has been serving them. A
 * run in the future was recorded before the clock was set back, and is ignored.
 */
export async function overdueJobs(
  { pool }: Database,
  schedules: Readonly<Record<string, { cron: string }>>,
  upMinutes: number,
): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; minutes: number }>(
    `select name, extract(epoch from now() - max(started_on))::float / 60 as minutes
     from pgboss.job where name = any($1) and started_on is not null group by name`,
    [Object.keys(schedules)],
  )
  const since = new Map(rows.map(({ name, minutes }) => [name, minutes]))
  return Object.entries(schedules)
    .filter(([name, { cron }]) => {
      const minutes = since.get(name) ?? Number.POSITIVE_INFINITY
      const waited = minutes < -1 ? upMinutes : Math.min(minutes, upMinutes)
      return waited > 2 * minutesBetweenRuns(cron) + 5
    })
    .map(([name]) => name)
}
