import type { Permission } from '@kushi/contract/admin/permission'
import type { Queryable, Tx } from '@kushi/db/connect'

export interface Found<B> {
  /** What people call it. */
  name: string
  now: B
}

export type WrittenTable = 'product' | 'product_sku' | 'shop' | 'shop_content' | 'delivery'

/** One kind of change with a date: how to read what is there, to change it, and to take back what is still as it was set. */
export interface Kind<A, B> {
  /** Of whoever plans it. */
  permission: Permission
  /** The tables whose rows it changes. */
  writes: readonly WrittenTable[]
  /** Holds off whoever else changes the same, for as long as the transaction lives. */
  lock(tx: Tx, shop_id: number): Promise<unknown>
  /** null: there is no such thing in the shop. */
  read(db: Queryable, shop_id: number, subject_id: string): Promise<Found<B> | null>
  write(tx: Tx, shop_id: number, subject_id: string, after: A): Promise<void>
  /** What somebody changed by hand since stays as they left it. */
  restore(tx: Tx, shop_id: number, subject_id: string, before: B, after: A): Promise<void>
  /** In words, one row for each value. */
  describe(before: B, after: A): string[]
}

export const idOf = (subject_id: string): number => (/^\d{1,15}$/.test(subject_id) ? Number(subject_id) : 0)

/** Settings change one after another by the row of their shop, which is held already. */
export const lockedByShop = { lock: async () => undefined } as const
