import type { Queryable } from '@kushi/db/connect'
import { hook } from '../../hook.ts'

/** Hook: returns the promise placeholders (決まりの差し込み) of a shop. Each name maps to its text, made from the settings. */
export const promiseTextsRequested = hook<(db: Queryable, shop_id: number) => Promise<Record<string, string>>>(
  'a text says what the shop promises',
)
