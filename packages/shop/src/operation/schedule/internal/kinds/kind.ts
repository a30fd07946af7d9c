import type { Permission } from '@kushi/contract/admin/permission'
import type { Queryable, Tx } from '@kushi/db/connect'
import type { Clock } from '../../../../context.ts'
import type { OperatorContext } from '../../../../foundation/admin/index.ts'

/** Display name and present value of the subject of a change. */
export interface ScheduleTargetState<B> {
  /** The display name. */
  name: string
  now: B
}

/** Tables that scheduled changes write to. */
export type ScheduledTable = 'product' | 'product_sku' | 'shop' | 'shop_content' | 'promotion' | 'delivery'

/** Context of a planned change: the subject as it will be at that moment, and its other planned or running 予定. */
export interface SchedulePlanContext<B> {
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
  writes: readonly ScheduledTable[]
  /** Blocks other writers of the same rows until the transaction ends. */
  lock(tx: Tx, shop_id: number, subject_id: string): Promise<unknown>
  /** Returns null if the shop has no such subject. */
  read(db: Queryable, shop_id: number, subject_id: string): Promise<ScheduleTargetState<B> | null>
  /** Returns the part of the request that is stored. Absent: all of it. @throws ShopError 422 at the field */
  plan?(
    ctx: Pick<OperatorContext, 'shop_id' | 'clock' | 'cache'> & { db: Tx },
    asked: Asked,
    around: SchedulePlanContext<B>,
  ): A | Promise<A>
  /** The field at which a change without a description is refused; absent: each has one. */
  unchanged_field?: string
  /** Whether it is still allowed at its moment; absent: always. @throws ShopError */
  recheck?(ctx: { db: Tx; shop_id: number; clock: Clock }, subject_id: string, after: A): Promise<void>
  write(tx: Tx, shop_id: number, subject_id: string, after: A): Promise<void>
  /** Values that an operator changed since stay as they are. */
  restore(tx: Tx, shop_id: number, subject_id: string, before: B, after: A): Promise<void>
  /** Descriptions, one for each value. */
  describe(before: B, after: A): string[]
}

/** Returns the row id of a subject. 0, which no row has, if the text is not a number. */
export const subjectRowId = (subject_id: string): number => (/^\d{1,15}$/.test(subject_id) ? Number(subject_id) : 0)

/** The lock of settings: nothing to do, because the caller has already locked the row of the shop. */
export const noLockNeeded = { lock: async () => undefined } as const
