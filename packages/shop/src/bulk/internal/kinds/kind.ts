import type { Tx } from '@kushi/db/connect'
import type { Context } from '../../../context.ts'
import { ShopError } from '../../../shop-error.ts'
import { type Change, changeTogether, type Loaded } from '../../../subscription/index.ts'

/** What became of one row: in words, and what taking it back has to know (null: it can't be). */
export interface Done {
  detail: string
  undo: Record<string, unknown> | null
}

type Params = Record<string, unknown>

/** What became of each row, or why it could not be done; a row that is left out is in other hands, and is to be tried by itself. */
export type Answers = ReadonlyMap<number, Done | ShopError>

/** Done to a block of rows at once. `ctx` belongs to the block's transaction; what throws anything undoes all of it. */
export interface Kind {
  list: 'subscriptions' | 'orders' | 'customers'
  /** What it does, in words. */
  text(params: Params): string
  /** Where it is only tried it locks nothing and writes nothing. */
  runAll(ctx: RowContext, ids: readonly number[], params: Params): Promise<Answers>
  /** Left out: it can't be taken back. */
  takeAllBack?(ctx: RowContext, undos: ReadonlyMap<number, Params>): Promise<Answers>
}

export interface RowContext extends Context {
  tx: Tx
  job_id: number
  /** Nothing of it will stand. */
  is_tried: boolean
}

interface OfSubscription {
  change: Change
  told: Done
}

interface Changing extends Pick<Kind, 'text'> {
  /** Asked once for a block; what it gives back says what is to be done to each. Either may throw a ShopError. */
  changing(
    ctx: RowContext,
    params: Params,
  ): Promise<(loaded: Loaded) => OfSubscription> | ((loaded: Loaded) => OfSubscription)
  /** What is to be done to take it back. Left out: it can't be. */
  undoing?(undo: Params): Change
}

/** A kind that is a change of subscriptions, by the members' own rules and in the name of the operator who asked for the job. */
export const ofSubscriptions = ({ changing, undoing, ...named }: Changing): Kind => ({
  ...named,
  list: 'subscriptions',
  async runAll(ctx, ids, params) {
    const change = await changing(ctx, params)
    return changeTogether(ctx, ids, { change, isTried: ctx.is_tried })
  },
  ...(undoing && {
    takeAllBack: (ctx: RowContext, undos: ReadonlyMap<number, Params>) =>
      changeTogether(ctx, [...undos.keys()], {
        isTried: false,
        change({ row }) {
          const undo = undos.get(row.id)!
          // Whatever somebody did to it since counts.
          if (row.version !== undo.version)
            throw new ShopError(409, 'ERROR_CHANGED_MEANWHILE', 'そのあとに変更されたため、元に戻しませんでした。')
          return { change: undoing(undo), told: { detail: '', undo: null } }
        },
      }),
  }),
})
