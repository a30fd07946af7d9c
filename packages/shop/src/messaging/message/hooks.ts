import type { Queryable } from '@kushi/db/connect'
import { hook } from '../../hook.ts'

/** A text says what the shop promises (決まりの差し込み): each block in words. */
export const textPromised = hook<(db: Queryable, shop_id: number) => Promise<Record<string, string>>>(
  'a text says what the shop promises',
)
