import { createHmac } from 'node:crypto'

/**
 * Whether a unit is held out: decided by its keyed hash alone, so that it is the same whenever it is asked, and nobody can
 * foresee it without the salt.
 */
export function isInHoldout(salt: string, unit: number, holdout_percent: number): boolean {
  const digest = createHmac('sha256', salt).update(String(unit)).digest()
  return Number(digest.readBigUInt64BE() >> 11n) / 2 ** 53 < holdout_percent / 100
}
