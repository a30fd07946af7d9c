import type { Permission } from '@kushi/contract/admin/permission'
import type { Queryable, Tx } from '@kushi/db/connect'
import type { Clock } from '../../../../context.ts'

export interface TargetState<B> {
  /** The display name. */
  name: string
  now: B
}

export type WrittenTable = 'product' | 'product_sku' | 'shop' | 'shop_content' | 'promotion' | 'delivery'

/**
 * One kind of scheduled change: how to read the current value, write the new one, and restore the old one where it is
 * still as written.
 */
export interface ScheduleTarget<A, B> {
  /** The permission required to plan it. */
  permission: Permission
  /** The tables whose rows it changes. */
  writes: readonly WrittenTable[]
  /** Blocks other writers of the same rows until the transaction ends. */
  lock(tx: Tx, shop_id: number, subject_id: string): Promise<unknown>
  /** Returns null if the shop has no such subject. */
  read(db: Queryable, shop_id: number, subject_id: string): Promise<TargetState<B> | null>
  /** Whether it is still allowed at its moment; left out: always. @throws ShopError */
  recheck?(ctx: { db: Tx; shop_id: number; clock: Clock }, subject_id: string, after: A): Promise<void>
  write(tx: Tx, shop_id: number, subject_id: string, after: A): Promise<void>
  /** Values that an operator changed since stay as they are. */
  restore(tx: Tx, shop_id: number, subject_id: string, before: B, after: A): Promise<void>
  /** Descriptions, one for each value. */
  describe(before: B, after: A): string[]
}

export const idOf = (subject_id: string): number => (/^\d{1,15}$/.test(subject_id) ? Number(subject_id) : 0)

/** Settings are serialised by the row of their shop, which the caller has locked already. */
export const lockedByShop = { lock: async () => undefined } as const
