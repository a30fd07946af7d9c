import type { Setting } from '../core/provider.ts'
import type { AmazonConfig } from './config.ts'
import type { Entities, Json, Status } from './entities.ts'

/** The state that every API call works with. */
export type Amazon = Setting & { config: AmazonConfig; entities: Entities }

/** One call: takes the path's ids and the body, and returns the response; rejections are thrown as an AmazonError. */
export type Call = (amazon: Amazon, id: string, body: Json) => { status: number; body: Json }

/** `20261121T134500Z`, the API's format of times. */
export const stamp = (iso: string) => iso.replace(/[-:]|\.\d+/g, '')

export const statusDetails = ({ state, reasonCode, at }: Status): Json => ({
  state,
  reasonCode,
  reasonDescription: null,
  lastUpdatedTimestamp: stamp(at),
})

export const yen = (amount: number) => ({ amount: String(amount), currencyCode: 'JPY' })

export const later = (iso: string, days: number) => new Date(new Date(iso).getTime() + days * 86_400_000).toISOString()
