import type { Permission } from '@kushi/contract/admin/permission'
import type { Queryable, Tx } from '@kushi/db/connect'
import type { Clock } from '../../../../context.ts'
import type { OperatorContext } from '../../../../foundation/admin/index.ts'
import { invalidFields } from '../../../../shop-error.ts'

export interface TargetState<B> {
  /** The display name. */
  name: string
  now: B
}

export type WrittenTable = 'product' | 'product_sku' | 'shop' | 'shop_content' | 'promotion' | 'delivery'

/** What is planned around a change: the subject as it will be at its moment, and the other 予定 that are to come or are running. */
export interface PlanSurroundings<B> {
  subject_id: string
  now: B
  starts_at: Date
  others: readonly { after: object }[]
}

/**
 * One kind of scheduled change: how to read the current value, write the new one, and restore the old one where it is
 * still as written.
 */
export interface ScheduleTarget<A, B, Asked = A> {
  /** The permission required to plan it. */
  permission: Permission
  /** The tables whose rows it changes. */
  writes: readonly WrittenTable[]
  /** Blocks other writers of the same rows until the transaction ends. */
  lock(tx: Tx, shop_id: number, subject_id: string): Promise<unknown>
  /** Returns null if the shop has no such subject. */
  read(db: Queryable, shop_id: number, subject_id: string): Promise<TargetState<B> | null>
  /** What is stored of what was asked; left out: all of it. @throws ShopError 422 at the field */
  plan?(
    ctx: Pick<OperatorContext, 'shop_id' | 'clock' | 'cache'> & { db: Tx },
    asked: Asked,
    around: PlanSurroundings<B>,
  ): A | Promise<A>
  /** The field at which a change without a description is refused; left out: each has one. */
  unchanged_field?: string
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

export const refusedField = (path: string, message: string) => invalidFields([{ path, message_id: 'refused', message }])
