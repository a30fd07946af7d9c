import type { Tx } from '@kushi/db/connect'
import type { QueryContext } from '../../../../context.ts'
import {
  changeSubscriptionsForMembers,
  type LoadedSubscription,
  type SubscriptionChangeRequest,
} from '../../../../sales/subscription/index.ts'
import { ShopError } from '../../../../shop-error.ts'

/** The result of one row: its text, and the data for taking it back (null: it can't be taken back). */
export interface BulkRowResult {
  detail: string
  undo: Record<string, unknown> | null
}

type Params = Record<string, unknown>

/**
 * The result of each row, or why it was refused. A missing row was locked by another transaction and is tried alone
 * later.
 */
export type BulkRowResults = ReadonlyMap<number, BulkRowResult | ShopError>

/**
 * A kind of job, applied to a block of rows at once. `ctx` belongs to the block's transaction; any error that is thrown
 * rolls back the whole block.
 */
export interface BulkOperation {
  list: 'subscriptions' | 'orders' | 'customers'
  /** The effect of the job, as a sentence. */
  text(params: Params): string
  /** In a dry run it locks and writes nothing. */
  runAll(ctx: BulkRowContext, ids: readonly number[], params: Params): Promise<BulkRowResults>
  /** Absent if the job can't be reverted. */
  takeAllBack?(ctx: BulkRowContext, undos: ReadonlyMap<number, Params>): Promise<BulkRowResults>
}

export interface BulkRowContext extends QueryContext {
  tx: Tx
  job_id: number
  /** A dry run: nothing is saved. */
  is_tried: boolean
}

interface OfSubscription {
  change: SubscriptionChangeRequest
  result: BulkRowResult
}

interface Changing extends Pick<BulkOperation, 'text'> {
  /**
   * Called once per block; the function that it returns decides the change of each row. Either may throw a ShopError.
   */
  changing(
    ctx: BulkRowContext,
    params: Params,
  ): Promise<(loaded: LoadedSubscription) => OfSubscription> | ((loaded: LoadedSubscription) => OfSubscription)
  /** The change that takes a row back. Left out when it can't be taken back. */
  undoing?(undo: Params): SubscriptionChangeRequest
}

/**
 * Makes a bulk operation that changes subscriptions. It follows the rules for members and acts in the name of the
 * operator who requested the job.
 */
export const subscriptionBulkOperation = ({ changing, undoing, ...named }: Changing): BulkOperation => ({
  ...named,
  list: 'subscriptions',
  async runAll(ctx, ids, params) {
    const change = await changing(ctx, params)
    return changeSubscriptionsForMembers(ctx, ids, { change, isTried: ctx.is_tried })
  },
  ...(undoing && {
    takeAllBack: (ctx: BulkRowContext, undos: ReadonlyMap<number, Params>) =>
      changeSubscriptionsForMembers(ctx, [...undos.keys()], {
        isTried: false,
        change({ row }) {
          const undo = undos.get(row.id)!
          // A later change of the subscription has priority.
          if (row.version !== undo.version)
            throw new ShopError(409, 'ERROR_CHANGED_MEANWHILE', 'そのあとに変更されたため、元に戻しませんでした。')
          return { change: undoing(undo), result: { detail: '', undo: null } }
        },
      }),
  }),
})
