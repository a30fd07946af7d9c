import type { Env } from '../env.ts'
import { shopSchedules } from '../jobs/start-jobs.ts'
import type { Finding } from './finding.ts'
import { lookAtDatabase } from './look-at-database.ts'
import { lookAtKeptLog } from './look-at-log.ts'
import { lookAtBackups, lookAtDisk, lookAtServer } from './look-at-machine.ts'
import { lookAtProviders } from './look-at-providers.ts'
import { lookAtSettings } from './look-at-settings.ts'
import { lookAtStandby } from './look-at-standby.ts'
import { lookAtWork } from './look-at-work.ts'

/** Checks everything that can be checked, whatever else is broken. Changes nothing and sends no messages. */
export async function examine(env: Env, dataDir: string): Promise<Finding[]> {
  const { config, findings: settings } = lookAtSettings(env)
  const findings = [...settings, await lookAtDisk(dataDir), await lookAtBackups(env)]
  if (env.DATABASE_URL) {
    const url = env.DATABASE_DIRECT_URL || env.DATABASE_URL
    const { database, findings: found } = await lookAtDatabase(url, config)
    findings.push(...found)
    if (database) {
      findings.push(...(await lookAtWork(database, shopSchedules)), ...(await lookAtKeptLog(database, env)))
      if (config) findings.push(...(await lookAtStandby(database, config)))
      await database.close()
    }
  }
  if (!config) return findings
  return [...findings, await lookAtServer(config.public_url), ...(await lookAtProviders(config))]
}
