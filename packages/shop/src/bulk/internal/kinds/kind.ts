import type { Tx } from '@kushi/db/connect'
import type { Context, MemberContext } from '../../../context.ts'
import { ShopError } from '../../../shop-error.ts'
import type { SubscriptionRow } from '../../../subscription/index.ts'

/** What became of one row: in words, and what taking it back has to know (null: it can't be). */
export interface Done {
  detail: string
  undo: Record<string, unknown> | null
}

/** One kind of bulk job, done to one row by the verbs that a person's press would call. `ctx` belongs to the row's transaction. */
export interface Kind {
  list: 'subscriptions' | 'orders' | 'customers'
  /** What it does, in words. */
  text(params: Record<string, unknown>): string
  /** @throws ShopError with the reason, where it can't be done */
  run(ctx: RowContext, id: number, params: Record<string, unknown>): Promise<Done>
  /** Left out: it can't be taken back. */
  takeBack?(ctx: RowContext, id: number, undo: Record<string, unknown>): Promise<void>
}

export interface RowContext extends Context {
  tx: Tx
  job_id: number
}

/** The member's own verbs, in the name of the operator who asked for the job. */
export const inPlaceOf = (ctx: RowContext, { customer_id }: SubscriptionRow): MemberContext => ({
  ...{ ...ctx, customer_id, token_hash: null },
})

/** Whatever somebody did to it since counts. */
export function refuseChanged(row: SubscriptionRow, undo: Record<string, unknown>): void {
  if (row.version !== undo.version)
    throw new ShopError(409, 'ERROR_CHANGED_MEANWHILE', 'そのあとに変更されたため、元に戻しませんでした。')
}
