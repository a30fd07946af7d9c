import type { Setting } from '../core/provider.ts'
import type { AmazonConfig } from './config.ts'
import type { Entities, Json, Status } from './entities.ts'

/** What every call of the API works with. */
export type Amazon = Setting & { config: AmazonConfig; entities: Entities }

/** One call: the ids of the path and the body in, the answer out; what is refused is thrown as an AmazonError. */
export type Call = (amazon: Amazon, id: string, body: Json) => { status: number; body: Json }

/** `20261121T134500Z`, as the API writes its times. */
export const stamp = (iso: string) => iso.replace(/[-:]|\.\d+/g, '')

export const statusDetails = ({ state, reasonCode, at }: Status): Json => ({
  state,
  reasonCode,
  reasonDescription: null,
  lastUpdatedTimestamp: stamp(at),
})

export const yen = (amount: number) => ({ amount: String(amount), currencyCode: 'JPY' })

export const later = (iso: string, days: number) => new Date(new Date(iso).getTime() + days * 86_400_000).toISOString()
