import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Registry } from 'prom-client'
import type { Config } from '../config/config.ts'
import { readLastBackupTime } from '../config/last-backup.ts'
import { certificateDaysLeft } from '../doctor/certificate.ts'
import { addGauge } from './metrics.ts'

const hour = 3_600_000

/**
 * Adds metrics of what an operator has to watch besides the database: the disk of DATA_DIR, the backup, and the
 * certificate.
 */
export function addInstallationFigures(
  registry: Registry,
  { picture_folder, public_url, environment }: Pick<Config, 'picture_folder' | 'public_url' | 'environment'>,
): void {
  const folder = dirname(picture_folder)
  const disk = () => statfs(folder).catch(() => null)
  addGauge(registry, {
    name: 'kushi_disk_free_bytes',
    help: 'Room on the disk of DATA_DIR',
    set: async (one) => one.set(await disk().then((found) => (found ? found.bavail * found.bsize : Number.NaN))),
  })
  addGauge(registry, {
    name: 'kushi_disk_free_share',
    help: 'Room on the disk of DATA_DIR, as a share of all',
    set: async (one) => one.set(await disk().then((found) => (found ? found.bavail / found.blocks : Number.NaN))),
  })
  addGauge(registry, {
    name: 'kushi_backup_age_seconds',
    help: 'Age of the file that each complete backup rewrites (BACKUP_MARK); infinite: it is not there',
    async set(one) {
      const made = await readLastBackupTime(environment)
      if (made === undefined) return one.set(Number.NaN)
      one.set(made ? (Date.now() - made.getTime()) / 1_000 : Number.POSITIVE_INFINITY)
    },
  })
  let days: number | null = null
  let looked = Number.NEGATIVE_INFINITY
  addGauge(registry, {
    name: 'kushi_certificate_days',
    help: 'Days until the certificate of PUBLIC_URL ends; looked at once an hour',
    async set(one) {
      if (performance.now() - looked > hour) {
        looked = performance.now()
        days = await certificateDaysLeft(public_url).catch(() => null)
      }
      one.set(days ?? Number.NaN)
    },
  })
}
