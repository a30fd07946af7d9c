import { createHmac } from 'node:crypto'

/**
 * Where in [0, 1) a unit lies. The keyed hash of the unit alone decides, so the answer never changes. Nobody can predict
 * it without the salt.
 */
function positionOf(salt: string, unit: string): number {
  const digest = createHmac('sha256', salt).update(unit).digest()
  return Number(digest.readBigUInt64BE() >> 11n) / 2 ** 53
}

/** Whether a unit is in the holdout group. */
export const isInHoldout = (salt: string, unit: number | string, holdout_percent: number): boolean =>
  positionOf(salt, String(unit)) < holdout_percent / 100

/** The arm of a unit, by the arms' shares, which are 100 together. */
export function assignArm(salt: string, unit: string, arms: readonly { visitor_percent: number }[]): number {
  const position = positionOf(salt, unit) * 100
  let end = 0
  const arm = arms.findIndex(({ visitor_percent }) => {
    end += visitor_percent
    return position < end
  })
  return arm < 0 ? arms.length - 1 : arm
}

/**
 * Hashes a unit (a contract, an order or a visitor) for storage. Without the salt the hash leads neither to the unit
 * nor to its rows in other comparisons.
 */
export const hashUnit = (salt: string, unit: string): string =>
  createHmac('sha256', salt).update(`kept ${unit}`).digest('base64url').slice(0, 22)
